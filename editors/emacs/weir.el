;;; weir.el --- Promela, DVE and LTL with the model checker weir  -*- lexical-binding: t; -*-
;; SPDX-License-Identifier: Apache-2.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))

;;; Commentary:
;; Modes for the three languages, which start `weir lsp' through Eglot (part of Emacs since version 29).
;; In your init file:
;;   (load "/path/to/weir.el")
;; `weir-check' checks the saved file, or one property of it, and shows the report; `weir-explore' opens the explorer
;; in the browser.

;;; Code:
(require 'eglot)
(require 'jsonrpc)

(defgroup weir nil "The model checker weir." :group 'languages)

(defcustom weir-program "weir"
  "The program: a name found on PATH, or an absolute file name."
  :type 'string)

(defcustom weir-time-limit 60
  "Seconds after which a check that was started from Emacs ends."
  :type 'number)

(defvar weir-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    table)
  "Syntax of Promela and DVE: comments as in C.")

(defun weir--keywords (control types functions constants)
  "Font lock for the words CONTROL, TYPES, FUNCTIONS and CONSTANTS."
  (list (cons (regexp-opt control 'symbols) 'font-lock-keyword-face)
        (cons (regexp-opt types 'symbols) 'font-lock-type-face)
        (cons (regexp-opt functions 'symbols) 'font-lock-builtin-face)
        (cons (regexp-opt constants 'symbols) 'font-lock-constant-face)
        '("^\\s-*#\\s-*\\w+" . font-lock-preprocessor-face)
        '("\\_<\\(?:proctype\\|process\\|inline\\|typedef\\|ltl\\)\\s-+\\(\\(?:\\sw\\|\\s_\\)+\\)" 1 font-lock-function-name-face)))

;;;###autoload
(define-derived-mode weir-promela-mode prog-mode "Promela"
  "Mode for models in Promela."
  :syntax-table weir-syntax-table
  (setq-local comment-start "// " comment-end "" comment-start-skip "\\(?://+\\|/\\*+\\)\\s-*")
  (setq font-lock-defaults
        (list (weir--keywords
               '("if" "fi" "do" "od" "for" "in" "select" "goto" "break" "else" "unless" "atomic" "d_step" "timeout" "skip"
                 "return" "run" "provided" "priority")
               '("bit" "bool" "byte" "short" "int" "unsigned" "mtype" "pid" "chan" "typedef" "proctype" "active" "init" "never"
                 "trace" "notrace" "inline" "ltl" "D_proctype" "hidden" "local" "show" "xr" "xs" "of")
               '("assert" "printf" "printm" "len" "empty" "nempty" "full" "nfull" "enabled" "eval" "pc_value" "get_priority"
                 "set_priority" "always" "eventually" "until" "weakuntil" "stronguntil" "release" "next" "implies" "equivalent")
               '("true" "false" "_pid" "_last" "_nr_pr" "_priority" "np_")))))

;;;###autoload
(define-derived-mode weir-dve-mode prog-mode "DVE"
  "Mode for models in DVE."
  :syntax-table weir-syntax-table
  (setq-local comment-start "// " comment-end "" comment-start-skip "\\(?://+\\|/\\*+\\)\\s-*")
  (setq font-lock-defaults
        (list (weir--keywords
               '("state" "init" "accept" "commit" "assert" "trans" "guard" "effect" "sync" "async" "system" "property")
               '("byte" "int" "channel" "process" "const") '("and" "or" "not" "imply") '("true" "false")))))

;;;###autoload
(define-derived-mode weir-ltl-mode prog-mode "LTL"
  "Mode for files of named formulas."
  :syntax-table weir-syntax-table
  (setq-local comment-start "# " comment-end "" comment-start-skip "\\(?:#+\\|//+\\)\\s-*")
  (setq font-lock-defaults
        '((("\\(?:^\\|\\s-\\)\\(#.*\\)" 1 font-lock-comment-face t)
           ("^\\s-*\\([A-Za-z_][A-Za-z0-9_.-]*\\):\\s-" 1 font-lock-function-name-face)
           ("\\_<\\(?:[XFG]+\\|[URVWMSTB]\\|[YZOH]\\|first_match\\|until\\|release\\|weakuntil\\|and\\|or\\|xor\\|implies\\|iff\\|equivalent\\)\\_>"
            . font-lock-keyword-face)
           ("\\_<\\(?:true\\|false\\)\\_>" . font-lock-constant-face)))))

;;;###autoload
(progn
  (add-to-list 'auto-mode-alist '("\\.\\(?:pml\\|prom\\|pm\\|promela\\|prm\\|pr\\|spin\\)\\'" . weir-promela-mode))
  (add-to-list 'auto-mode-alist '("\\.dve\\'" . weir-dve-mode))
  (add-to-list 'auto-mode-alist '("\\.ltl\\'" . weir-ltl-mode)))

(defun weir--command (&rest _)
  "The command line of the language server."
  (list weir-program "lsp" "--time" (number-to-string weir-time-limit)))

(dolist (mode '((weir-promela-mode . "promela") (weir-dve-mode . "dve") (weir-ltl-mode . "weir-ltl")))
  (add-to-list 'eglot-server-programs (cons (list (list (car mode) :language-id (cdr mode))) #'weir--command))
  (add-hook (intern (format "%s-hook" (car mode))) #'eglot-ensure))

(defun weir-check (&optional property)
  "Check PROPERTY of this file and show the report.
If PROPERTY is nil or empty, check everything the file states."
  (interactive "sProperty (empty: all): ")
  (when (buffer-modified-p) (save-buffer))
  (let* ((uri (eglot--path-to-uri buffer-file-name))
         (arguments (if (or (null property) (string-empty-p property)) (vector uri) (vector uri property)))
         (answer (jsonrpc-request (eglot-current-server) :workspace/executeCommand
                                  (list :command "weir.check" :arguments arguments) :timeout (+ 10 weir-time-limit))))
    (with-current-buffer (get-buffer-create "*weir*")
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert (plist-get answer :report))
        (goto-char (point-min)))
      (special-mode)
      (display-buffer (current-buffer)))
    answer))

(defun weir-explore ()
  "Open this file in weir's explorer.
The buffer *weir explorer* shows the address; killing it ends the explorer."
  (interactive)
  (when (buffer-modified-p) (save-buffer))
  (start-process "weir explorer" "*weir explorer*" weir-program "serve" buffer-file-name))

(provide 'weir)
;;; weir.el ends here

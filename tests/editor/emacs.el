;; SPDX-License-Identifier: Apache-2.0
;; Run by editor.sh: editors/emacs/weir.el, used as its commentary describes.  -*- lexical-binding: t; -*-
(setq byte-compile-error-on-warn t)
(let ((source (expand-file-name "emacs/weir.el" (getenv "CONFIGURATION"))))
  (copy-file source "weir.el")
  (unless (byte-compile-file "weir.el") (kill-emacs 1))
  (load (expand-file-name "weir.elc")))
(setq weir-program (getenv "WEIR"))

(defun expect (what found)
  (unless found
    (message "FAILED: %s" what)
    (kill-emacs 1)))

(defun wait-for (what condition)
  (let ((end (time-add nil 20)))
    (while (not (or (funcall condition) (time-less-p end nil))) (accept-process-output nil 0.05))
    (expect what (funcall condition))))

;; In batch mode no command follows that would run the hooks, and Eglot starts servers from there.
(defun visit (file)
  (find-file file)
  (unless (eglot-current-server) (apply #'eglot (eglot--guess-contact)))
  (eglot--maybe-activate-editing-mode))

(visit "wrong.pml")
(expect "mode" (eq major-mode 'weir-promela-mode))
(font-lock-ensure)
(expect "keyword" (eq (get-text-property (point-min) 'face) 'font-lock-type-face))
(wait-for "the wrong name is marked"
          (lambda () (seq-find (lambda (found) (string-match-p "cuont" (flymake-diagnostic-text found))) (flymake-diagnostics))))

(visit "counter.pml")
(let ((answer (weir-check "small")))
  (expect "verdict" (equal (plist-get (aref (plist-get answer :properties) 0) :verdict) "violated")))
(with-current-buffer "*weir*" (expect "report" (string-match-p "violated +small" (buffer-string))))
(dolist (file '(("a.dve" . weir-dve-mode) ("a.ltl" . weir-ltl-mode)))
  (expect (car file) (eq (assoc-default (car file) auto-mode-alist #'string-match) (cdr file))))
(kill-emacs 0)

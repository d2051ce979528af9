#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The commands of the README, the tutorial and the how-to pages give the exit codes and the output that the pages show.
exec python3 "$2/tools/check_documents.py" "$1" "$2"

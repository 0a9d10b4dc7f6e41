#!/bin/sh
# Runs telex with the given arguments, and shows its notifications on the desktop. For each it runs $NOTIFIER, or else
# notify-send, with the heading and the text.
#   Scripts/examples/notify.sh --profile work
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkfifo "$folder/views"
new='select(.view == "notification") | (.changes.came + .changes.changed) as $new | .model.notifications[]
  | select(.notificationId as $id | $new | any(. == $id)) | [.heading, .previewText] | @tsv'
jq --raw-output --unbuffered "$new" <"$folder/views" | while IFS="$(printf '\t')" read -r who what; do
  ${NOTIFIER:-notify-send --} "$who" "$what"
done &
telex repl --views "$folder/views" --subscribe notification "$@"

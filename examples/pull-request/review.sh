#!/usr/bin/env bash
# Plans what is checked out, and keeps the review as one comment of the pull request up to date. For any CI that has
# bash, curl and Node, and a code host with GitHub's API of comments (GitHub, Gitea, Forgejo). Arguments go to the review:
#
#   REPOSITORY=acme/prompts PULL_REQUEST=12 COMMENT_TOKEN=… bash review.sh --fail-on destroy
#
# A long comment leaves things out. To keep the page that shows everything, add --out FILE.html, let your CI keep the file,
# and set PAGE_URL to the address where it does.
#
# COMMENT_API is the API's address where that is not GitHub's own, such as https://git.example.com/api/v1, whose token needs
# the scopes write:issue and read:user.
#
# Ends with 0 where the plans could be made, whether they change anything or not; else with the status of the review: 1
# for an error, 3 where the plans hold something that --fail-on names.
set -euo pipefail

: "${REPOSITORY:?Set REPOSITORY to the repository, such as acme/prompts.}"
: "${PULL_REQUEST:?Set PULL_REQUEST to the number of the pull request.}"
: "${COMMENT_TOKEN:?Set COMMENT_TOKEN to a token that may write comments and see whose it is, and nothing else.}"
api=${COMMENT_API:-https://api.github.com}
token=$COMMENT_TOKEN
# Not handed on to what the pull request runs below, which could still read it from /proc, as the same user.
unset COMMENT_TOKEN

umask 077
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
marker='<!-- cdktf-outreach review -->'
commit=$(git rev-parse HEAD 2>/dev/null || true)

npm ci
status=0
# Nothing is applied. A cancelled run would leave the state locked, and the runs of two pull requests would not pass together.
TF_CLI_ARGS_plan="-lock=false ${TF_CLI_ARGS_plan-}" npx cdktf-outreach review --out "$work/review.md" "$@" || status=$?
[ -s "$work/review.md" ] || echo "The review failed before it was written: see the log." >"$work/review.md"
[ -z "$commit" ] || printf '\n<sub>Planned at %s.</sub>\n' "$commit" >>"$work/review.md"
[ -z "${PAGE_URL-}" ] || printf '\n<sub>[The whole review](<%s>)</sub>\n' "$PAGE_URL" >>"$work/review.md"

# By a file, because every program of the machine can read the arguments of a command.
printf 'header = "Authorization: Bearer %s"\n' "$token" >"$work/curl"
request() {
  curl --silent --show-error --fail --config "$work/curl" --header "Content-Type: application/json" "$@"
}

body() {
  node -e 'const [marker, file] = process.argv.slice(1);
    const text = require("node:fs").readFileSync(file, "utf8");
    process.stdout.write(JSON.stringify({ body: `${marker}\n${text}` }));' "$marker" "$work/review.md"
}

# The ids of our comment and of the page's first one. Only a comment of this workflow's author, because everyone can
# write the marker.
find_on_page() {
  node -e 'const [marker, me] = process.argv.slice(1);
    const comments = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    const ours = comments.find(({ user, body }) => user?.login === me && body.startsWith(marker));
    console.log(ours?.id ?? "none", comments[0]?.id ?? "none");' "$marker" "$me"
}

me=$(request "$api/user" | node -p 'JSON.parse(require("node:fs").readFileSync(0, "utf8")).login')
comments="$api/repos/$REPOSITORY/issues/$PULL_REQUEST/comments"
first=
for ((page = 1; ; page++)); do
  last=$first
  found=$(request "$comments?per_page=100&page=$page" | find_on_page)
  read -r comment first <<<"$found"
  # The page after the last one is empty, but Gitea and Forgejo have no pages here: each is all comments again.
  [ "$comment" = none ] && [ "$first" != none ] && [ "$first" != "$last" ] || break
done

if [ "$comment" != none ]; then
  body | request --request PATCH --data @- --output /dev/null "$api/repos/$REPOSITORY/issues/comments/$comment"
elif [ "$status" -ne 0 ]; then
  body | request --request POST --data @- --output /dev/null "$comments"
fi

# 2 says that there are changes, which is what a pull request is for.
[ "$status" -eq 2 ] || exit "$status"

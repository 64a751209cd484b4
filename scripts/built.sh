# Before a command of package.json that runs the build: one sentence, instead of a stack about a missing module.
[ -f dist/embedded/main.js ] && [ -d node_modules ] && exit 0
echo 'Causeway is not built here. Run npm ci in this folder first: it installs the packages and builds.' >&2
exit 1

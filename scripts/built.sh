# The commands of package.json that need the build run this first. It prints one sentence instead of a stack trace.
[ -f dist/embedded/main.js ] && [ -d node_modules ] && exit 0
echo 'Causeway is not built here. Run npm ci in this folder first: it installs the packages and builds.' >&2
exit 1

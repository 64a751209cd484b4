// Only jest reads this: it strips types and nothing else, so tests run the same source that scripts/build.mjs strips.
module.exports = { presets: [['@babel/preset-typescript', { onlyRemoveTypeImports: true }]] };

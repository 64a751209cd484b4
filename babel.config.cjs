// Only jest reads this: it strips types and nothing else, so tests run the same source that tsc compiles.
module.exports = { presets: [['@babel/preset-typescript', { onlyRemoveTypeImports: true }]] };

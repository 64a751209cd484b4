// A script may import style sheets; esbuild bundles them.
declare module '*.css';

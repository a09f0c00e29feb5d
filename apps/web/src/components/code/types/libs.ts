const files = import.meta.glob<string>(
  [
    '../../../../../../node_modules/typescript/lib/lib.{decorators,decorators.legacy,es5,es20*,esnext.iterator,esnext.float16}.d.ts',
    '!**/*.full.d.ts',
    '!**/lib.es2024*',
  ],
  { query: '?raw', import: 'default', eager: true },
)
/** The compiler's libraries of ECMAScript, without those of browsers, by file name. */
export const libs: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([path, text]) => [path.slice(path.lastIndexOf('/') + 1), text]),
)

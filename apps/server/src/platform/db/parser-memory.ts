import { setFlagsFromString } from 'node:v8'

/** The part of PGlite's program that is used here. */
export interface ParserModule {
  stackSave(): number
  stackRestore(stack: number): void
  stringToUTF8OnStack(text: string): number
  _raw_parser(statement: number, mode: number): number
}

/**
 * V8 takes 0.6 GB to optimize PostgreSQL's parser, one function of 100 KB, as soon as it has read some statements; its
 * simple compilation is fast enough. A function that V8 may not optimize when it is first called is never optimized, so
 * the parser is called once during this time. PostgreSQL must have started and not parsed anything yet.
 */
export function keepParserSimple(module: ParserModule): void {
  // The only function that may be optimized: none has the number 0, and -1 means all.
  setFlagsFromString('--wasm-tier-up-filter=0')
  try {
    const stack = module.stackSave()
    module._raw_parser(module.stringToUTF8OnStack('select 1'), 0)
    module.stackRestore(stack)
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1')
  }
}

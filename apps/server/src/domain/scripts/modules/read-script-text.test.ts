import { expect, test } from 'vitest'
import { readImports, ScriptSyntax } from './read-script-text.ts'

function placeIn(text: string, fileName: string) {
  try {
    return readImports(text, fileName).map(({ line, column }) => [line, column])
  } catch (error) {
    if (!(error instanceof ScriptSyntax)) throw error
    return [error.line, error.column]
  }
}

test.each([
  ['enum Colour { red }', 'a.ts', [1, 1]],
  ['// one\r\n  namespace Shop { export const one = 1 }', 'a.ts', [2, 3]],
  ['class Shop { constructor(private name: string) {} }', 'a.ts', [1, 34]],
  ['const one: = 1', 'a.ts', [1, 12]],
  ["\n\tconst 茶 = '🍵'; enum Colour { red }", 'a.ts', [2, 18]],
  ['const text = `\n^^^\n\n`; enum Colour { red }', 'a.ts', [4, 4]],
  ['// one\nlogi(1); enum Colour { red }\n// two\n', 'a.ts', [2, 10]],
  ['// one\n  enum Colour {\n    red\n  }\n', 'a.ts', [2, 3]],
  ['const one = {', 'a.ts', [1, 14]],
  ['import { a from "b"', 'a.js', [1, 12]],
  [
    'import "one"\nlogi(1); export * from "two"',
    'a.js',
    [
      [1, 8],
      [2, 24],
    ],
  ],
])('%j has its error, or its imports, at %j', (text, fileName, places) => {
  expect(placeIn(text, fileName)).toEqual(places)
})

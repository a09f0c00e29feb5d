import { SourceMap, stripTypeScriptTypes } from 'node:module'
import vm from 'node:vm'

interface SourceFile {
  fileName: string
  source: string
}

const isTypeScript = /\.m?ts$/i
/** How V8 refuses what only modules may contain. */
const onlyInModules =
  /Cannot use import statement outside a module|Unexpected token 'export'|Cannot use 'import\.meta' outside a module|await is only valid in async functions/

/**
 * JavaScript as the sandbox gets it. Types are replaced by spaces, so that lines and columns remain.
 * @throws SyntaxError for TypeScript that is more than types
 */
export function prepareSource(source: string, fileName: string): { source: string; isModule: boolean } {
  const script = isTypeScript.test(fileName) ? stripped(source, fileName) : source
  return { source: script, isModule: /\.m[jt]s$/i.test(fileName) || isModule(script) }
}

function stripped(source: string, fileName: string): string {
  try {
    return stripTypeScriptTypes(source, { sourceUrl: fileName }).replace(/\n\n\/\/# sourceURL=.*$/, '')
  } catch (error) {
    const { message, stack = '' } = error as Error
    const [, line] = /^.*:(\d+)\n/.exec(stack) ?? []
    throw new SyntaxError(`${message} (${fileName}${line ? `:${line}` : ''})`)
  }
}

function isModule(source: string): boolean {
  try {
    new vm.Script(source)
    return false
  } catch (error) {
    return onlyInModules.test((error as Error).message)
  }
}

const inlineMap = /^\/\/[#@] sourceMappingURL=data:application\/json(?:;charset=[\w-]+)?(;base64)?,(\S+)\s*$/m
const position = /([^\s()]+):(\d+):(\d+)/

/** A stack with the positions of the files from which the scripts were built, as their source maps name them. */
export function mapStack(stack: string, files: SourceFile[]): string {
  const maps = new Map(files.map(({ fileName, source }) => [fileName, mapOf(source)]))
  const mapped = (line: string) =>
    line.replace(position, (written, fileName: string, row: string, column: string) => {
      const found = maps.get(fileName)?.findEntry(Number(row) - 1, Number(column) - 1)
      if (!found || !('originalSource' in found) || !found.originalSource) return written
      return `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`
    })
  return stack.split('\n').map(mapped).join('\n')
}

function mapOf(source: string): SourceMap | undefined {
  const [, base64, data] = inlineMap.exec(source) ?? []
  if (data === undefined) return undefined
  try {
    const text = base64 ? Buffer.from(data, 'base64').toString() : decodeURIComponent(data)
    return new SourceMap(JSON.parse(text))
  } catch {
    return undefined
  }
}

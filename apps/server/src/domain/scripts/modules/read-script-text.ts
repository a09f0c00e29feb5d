import { stripTypeScriptTypes } from 'node:module'
import { languageOfFile } from '@fleetdeck/contract/script-language'
import { type Options, type Program, parse } from 'acorn'
import { nodesIn } from '../syntax-tree.ts'

/** Why a text is no script. */
export class ScriptSyntax extends Error {
  readonly line: number
  readonly column: number
  /** TypeScript that does more than annotate, such as an enum: types are only removed, never compiled. */
  readonly needsCompiler: boolean

  constructor(
    message: string,
    { line, column = 1 }: { line: number; column?: number },
    needsCompiler = false,
  ) {
    super(message)
    this.line = line
    this.column = column
    this.needsCompiler = needsCompiler
  }
}

export interface Specifier {
  name: string
  line: number
}

const options: Options = {
  ecmaVersion: 'latest',
  sourceType: 'module',
  locations: true,
  allowHashBang: true,
  allowReturnOutsideFunction: true,
}

const isTypeScript = (fileName: string) => languageOfFile(fileName) === 'ts'

/** Other texts are not read: scripts without modules run as they are, whatever this parser makes of them. */
const mayBeModule = /(?:^|[;}\s])(?:import|export)\b|\bimport\s*\(/m

/** JavaScript on the same lines. */
function withoutTypes(text: string): string {
  try {
    return stripTypeScriptTypes(text)
  } catch (error) {
    const { code, message, stack = '' } = error as NodeJS.ErrnoException
    if (!/^ERR_(?:UNSUPPORTED|INVALID)_TYPESCRIPT_SYNTAX$/.test(code ?? '')) throw error
    // The only place where the line is.
    const line = Number(/^\S*:(\d+)$/m.exec(stack)?.[1] ?? 1)
    throw new ScriptSyntax(message, { line }, code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
  }
}

/** The imports of a script, each name once. Throws ScriptSyntax for TypeScript and modules that cannot be parsed. */
export function readImports(text: string, fileName: string): Specifier[] {
  const isTyped = isTypeScript(fileName)
  const script = isTyped ? withoutTypes(text) : text
  if (!isTyped && !mayBeModule.test(script)) return []
  const names = new Map<string, number>()
  for (const { name, line } of specifiersIn(parsed(script))) if (!names.has(name)) names.set(name, line)
  return [...names].map(([name, line]) => ({ name, line })).sort((one, other) => one.line - other.line)
}

/** The syntax tree of any script; its lines are those of the text. Throws ScriptSyntax. */
export const parseScript = (text: string, fileName: string): Program =>
  parsed(isTypeScript(fileName) ? withoutTypes(text) : text)

function parsed(script: string): Program {
  try {
    return parse(script, options)
  } catch (error) {
    if (error instanceof RangeError) throw new ScriptSyntax('nested too deeply', { line: 1 })
    const { loc, message } = error as { loc?: { line: number; column: number }; message: string }
    if (!loc) throw error
    try {
      // Older scripts use what modules do not allow.
      return parse(script, { ...options, sourceType: 'script' })
    } catch {
      const { line, column } = loc
      throw new ScriptSyntax(message.replace(/ \(\d+:\d+\)$/, ''), { line, column: column + 1 })
    }
  }
}

function* specifiersIn(program: Program): Iterable<Specifier> {
  for (const node of nodesIn(program)) {
    const source = 'source' in node ? node.source : undefined
    const isImport = /^(?:Import(?:Declaration|Expression)|Export(?:Named|All)Declaration)$/.test(node.type)
    if (isImport && source?.type === 'Literal' && typeof source.value === 'string')
      yield { name: source.value, line: source.loc?.start.line ?? 1 }
  }
}

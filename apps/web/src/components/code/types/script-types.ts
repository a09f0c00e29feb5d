import type { ScriptLanguage } from '@fleetdeck/contract/script-language'
import ts from 'typescript'
import type {
  ScriptText,
  TypeCompletion,
  TypeHint,
  TypeMark,
  TypeNote,
  TypeQuestion,
  TypeQuestions,
  TypeSignature,
  TypesSetup,
} from './protocol.ts'

/** The libraries of the sandbox: those of the command line's tsconfig.json. */
const libraries = ['es2023', 'esnext.iterator', 'esnext.float16']
const options: ts.CompilerOptions = {
  allowJs: true,
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
  strict: true,
  target: ts.ScriptTarget.ES2023,
  lib: libraries.map((name) => `lib.${name}.d.ts`),
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  noEmit: true,
  types: [],
}

const maxMarks = 200
const maxCompletions = 500

/**
 * Of these, the server knows more: modules that are not found here, or without types.
 * And scripts may return at the top level.
 */
const ignoredCodes: ReadonlySet<number> = new Set([2307, 2792, 7016, 1108])

interface VirtualFile {
  text: string
  snapshot: ts.IScriptSnapshot
  version: number
}

const plain = (parts: ts.SymbolDisplayPart[] | undefined) => ts.displayPartsToString(parts)

/** The language service of TypeScript for one script and the modules that it imports. */
export class ScriptTypes {
  readonly #files = new Map<string, VirtualFile>()
  readonly #modules = new Map<string, string | null>()
  readonly #service: ts.LanguageService
  #script = '/script.js'
  #versions = 0

  /** @param libs the texts of the compiler's libraries, by file name */
  constructor({ declarations, messages }: TypesSetup, libs: ReadonlyMap<string, string>) {
    if (messages !== undefined) speak(messages)
    for (const [name, text] of libs) this.#write(`/${name}`, text)
    this.#write('/fleetdeck.d.ts', declarations)
    this.#write(this.#script, '')
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => ['/fleetdeck.d.ts', this.#script],
      getScriptVersion: (name) => String(this.#files.get(name)?.version ?? 0),
      getScriptSnapshot: (name) => this.#files.get(name)?.snapshot,
      getCurrentDirectory: () => '/',
      getDefaultLibFileName: () => '/lib.d.ts',
      fileExists: (name) => this.#files.has(name),
      readFile: (name) => this.#files.get(name)?.text,
      resolveModuleNameLiterals: (literals) => literals.map(({ text }) => this.#resolve(text)),
    })
  }

  answer<Name extends TypeQuestion>(
    question: Name,
    asked: TypeQuestions[Name]['asked'],
  ): TypeQuestions[Name]['answer'] {
    const answers: { [Known in TypeQuestion]: (asked: TypeQuestions[Known]['asked']) => unknown } = {
      text: (script) => this.#setText(script),
      modules: (modules) => this.#setModules(modules),
      marks: () => this.#marks(),
      completions: (at) => this.#completions(at),
      details: ({ at, name }) => this.#details(at, name),
      hint: (at) => this.#hint(at),
      signature: (at) => this.#signature(at),
    }
    return answers[question](asked) as TypeQuestions[Name]['answer']
  }

  #setText({ text, language }: ScriptText): string[] {
    const name = `/script.${language}`
    if (name !== this.#script) this.#files.delete(this.#script)
    this.#script = name
    this.#write(name, text)
    return this.#missing()
  }

  #setModules(modules: Record<string, ScriptText | null>): string[] {
    for (const [name, module] of Object.entries(modules)) {
      const file = module && `/modules/${this.#modules.size}.${module.language}`
      if (file) this.#write(file, module.text)
      this.#modules.set(name, file)
    }
    // What imports them is resolved again.
    for (const name of this.#sources()) this.#write(name, this.#files.get(name)?.text ?? '')
    return this.#missing()
  }

  #sources = () => [this.#script, ...[...this.#modules.values()].filter((file) => file !== null)]

  #missing(): string[] {
    const imported = this.#sources().flatMap((name) =>
      ts
        .preProcessFile(this.#files.get(name)?.text ?? '', true, true)
        .importedFiles.map(({ fileName }) => fileName),
    )
    return [...new Set(imported)].filter((name) => !this.#modules.has(name))
  }

  #write(name: string, text: string): void {
    this.#versions += 1
    this.#files.set(name, { text, snapshot: ts.ScriptSnapshot.fromString(text), version: this.#versions })
  }

  #resolve(name: string): ts.ResolvedModuleWithFailedLookupLocations {
    const file = this.#modules.get(name)
    if (!file) return { resolvedModule: undefined }
    const extension = file.endsWith('.ts') ? ts.Extension.Ts : ts.Extension.Js
    return { resolvedModule: { resolvedFileName: file, extension, isExternalLibraryImport: false } }
  }

  /** Of JavaScript none: its types are only hints. */
  #marks(): TypeMark[] {
    if (languageOf(this.#script) === 'js') return []
    return [
      ...this.#service.getSyntacticDiagnostics(this.#script),
      ...this.#service.getSemanticDiagnostics(this.#script),
    ]
      .filter(({ code }) => !ignoredCodes.has(code))
      .slice(0, maxMarks)
      .map(({ start = 0, length = 0, messageText }) => ({
        from: start,
        to: start + length,
        message: ts.flattenDiagnosticMessageText(messageText, '\n'),
      }))
  }

  /** Of members, and of texts and keys that a type allows; null where any name may stand. */
  #completions(at: number): TypeCompletion[] | null {
    const found = this.#service.getCompletionsAtPosition(this.#script, at, undefined)
    if (!found || found.isGlobalCompletion) return null
    return found.entries
      .filter(({ kind }) => kind !== ts.ScriptElementKind.warning)
      .slice(0, maxCompletions)
      .map(({ name, kind, sortText }) => ({ name, kind, sortText }))
  }

  #details(at: number, name: string): TypeNote | null {
    const service = this.#service
    const found = service.getCompletionEntryDetails(
      this.#script,
      at,
      name,
      {},
      undefined,
      undefined,
      undefined,
    )
    return found ? { code: plain(found.displayParts), text: plain(found.documentation) } : null
  }

  #hint(at: number): TypeHint | null {
    const found = this.#service.getQuickInfoAtPosition(this.#script, at)
    if (!found) return null
    const { start, length } = found.textSpan
    return {
      ...{ from: start, to: start + length, code: plain(found.displayParts) },
      text: [plain(found.documentation), ...(found.tags ?? []).map(tagText)].filter(Boolean).join('\n'),
    }
  }

  #signature(at: number): TypeSignature | null {
    const found = this.#service.getSignatureHelpItems(this.#script, at, undefined)
    const item = found?.items[found.selectedItemIndex]
    if (!found || !item) return null
    const names = item.parameters.map(({ displayParts }) => plain(displayParts))
    const separator = plain(item.separatorDisplayParts)
    const argument = Math.min(found.argumentIndex, names.length - 1)
    const join = (part: string[], isBefore: boolean) =>
      part.map((name) => (isBefore ? `${name}${separator}` : `${separator}${name}`)).join('')
    return {
      parts: [
        plain(item.prefixDisplayParts) + join(names.slice(0, Math.max(argument, 0)), true),
        names[argument] ?? '',
        join(names.slice(argument + 1), false) + plain(item.suffixDisplayParts),
      ],
      text: plain(item.parameters[argument]?.documentation),
    }
  }
}

const languageOf = (file: string): ScriptLanguage => (file.endsWith('.ts') ? 'ts' : 'js')

/** `x: 0–1` of a parameter; examples are in the list of functions. */
function tagText({ name, text }: ts.JSDocTagInfo): string {
  if (name !== 'param') return ''
  const [parameter, ...rest] = text ?? []
  return `${parameter?.text ?? ''}:${plain(rest).trimEnd()}`.replace(/^([^:]+):\s*/, '$1: ')
}

/** The compiler's own way to load its messages. */
function speak(messages: string): void {
  ts.validateLocaleAndSetLanguage('zh-cn', {
    getExecutingFilePath: () => '/typescript.js',
    resolvePath: (path) => path,
    fileExists: () => true,
    readFile: () => messages,
  })
}

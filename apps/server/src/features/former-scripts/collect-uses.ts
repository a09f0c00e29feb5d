import type { FindingNote } from '@fleetdeck/contract/former-scripts'
import { scriptBuiltins, scriptObjects } from '@fleetdeck/contract/script-api'
import type {
  AnyNode,
  AssignmentProperty,
  Expression,
  Identifier,
  MemberExpression,
  Pattern,
  Property,
} from 'acorn'
import { analyze, type Reference, type Variable } from 'eslint-scope'
import type { Parsed } from './parse-script.ts'

/** One place where a script uses a function that it does not define. */
export interface Use {
  /** Such as `ecloud.getData`. */
  name: string
  line: number
  /** Why it cannot be told what is called, or what never works here. */
  note?: Extract<FindingNote, 'computedName' | 'passedOn' | 'ownCode' | 'topLevel' | 'modules'>
  /** The first argument, when it is called directly. */
  argument?: AnyNode | undefined
  isCall: boolean
}

const objects: ReadonlySet<string> = new Set(scriptObjects.filter(Boolean))
const builtins: ReadonlySet<string> = new Set(scriptBuiltins)
const runsText: ReadonlySet<string> = new Set(['eval', 'Function'])
const longestName = 100
/** Where an object is only compared or looked at. */
const looks: ReadonlySet<string> = new Set([
  ...['UnaryExpression', 'LogicalExpression', 'BinaryExpression', 'ConditionalExpression'],
  ...['IfStatement', 'ExpressionStatement', 'VariableDeclarator'],
])

const isBuiltIn = (path: string) => builtins.has(firstOf(path))
const isFunctionOfObject = (path: string) => path.includes('.') && objects.has(firstOf(path))
const firstOf = (path: string) => path.split('.', 1)[0] ?? ''

/** All uses of names that a script does not define itself, and of what the sandbox does not run. */
export const collectUses = (parsed: Parsed): Use[] => new UseCollector(parsed).all()

class UseCollector {
  readonly #parents: Parsed['parents']
  readonly #uses: Use[] = []
  readonly #references = new Map<AnyNode, Reference>()
  /** References that no scope resolves, by name. */
  readonly #free = new Map<string, Reference[]>()
  readonly #globals: ReadonlyMap<string, Variable>
  readonly #followed = new Set<string>()
  readonly #numbers = new Map<Variable, number>()

  constructor({ program, isModule, parents }: Parsed) {
    this.#parents = parents
    const scopes = analyze(program as unknown as Parameters<typeof analyze>[0], {
      ecmaVersion: 2022,
      sourceType: isModule ? 'module' : 'script',
      ignoreEval: true,
    })
    for (const scope of scopes.scopes)
      for (const reference of scope.references)
        this.#references.set(reference.identifier as AnyNode, reference)
    const { globalScope } = scopes
    this.#globals = globalScope?.set ?? new Map()
    for (const reference of globalScope?.through ?? []) {
      const { name } = reference.identifier as Identifier
      const known = this.#free.get(name)
      if (known) known.push(reference)
      else this.#free.set(name, [reference])
    }
  }

  all(): Use[] {
    for (const [name, references] of this.#free) {
      const isOwn = this.#globals.has(name) || references.some((reference) => reference.isWrite())
      if (isOwn || (builtins.has(name) && name !== 'globalThis' && !runsText.has(name))) continue
      for (const { identifier } of references) this.#follow(identifier as AnyNode, name)
    }
    for (const node of this.#parents.keys()) this.#addUnsupported(node)
    return this.#uses
  }

  /** What a name is used for; `root` is what it stands for. */
  #follow(name: AnyNode, root: string): void {
    const { node, path } = this.#membersOf(name, root)
    const isObject = objects.has(path) || path === 'globalThis'
    if (isObject && this.#memberOf(node)) this.#add(node, { name: `${path}[…]`, note: 'computedName' })
    else if (path !== 'globalThis' && isBuiltIn(path)) this.#addTextRunner(node, path)
    else if (this.#bind(node, path)) return
    else if (isObject) this.#addObject(node, path)
    else if (!this.#isTypeOf(node)) this.#add(node, { name: path })
  }

  /** The longest chain of written members from a name on, up to a function of one of our objects. */
  #membersOf(name: AnyNode, root: string): { node: AnyNode; path: string } {
    let [node, path] = [name, root]
    for (
      let parent = this.#memberOf(node);
      parent && !isFunctionOfObject(path);
      parent = this.#memberOf(node)
    ) {
      const member = memberName(parent)
      if (member === undefined) break
      path = path === 'globalThis' ? member : `${path}.${member}`
      node = parent
    }
    return { node, path }
  }

  /** The expression of a member of `node`. */
  #memberOf(node: AnyNode): MemberExpression | undefined {
    const parent = this.#parents.get(node)
    return parent?.type === 'MemberExpression' && parent.object === node ? parent : undefined
  }

  /** Follows a value that is given another name. */
  #bind(node: AnyNode, path: string): boolean {
    const parent = this.#parents.get(node)
    if (parent?.type === 'VariableDeclarator' && parent.init === node) return this.#bindTo(parent.id, path)
    if (parent?.type === 'AssignmentExpression' && parent.right === node && parent.operator === '=')
      return this.#bindTo(parent.left, path)
    return false
  }

  #bindTo(target: Pattern, path: string): boolean {
    if (target.type === 'Identifier') return this.#followName(target, path)
    if (target.type !== 'ObjectPattern' || !objects.has(path)) return false
    for (const property of target.properties) {
      const name = property.type === 'Property' ? memberName(property) : undefined
      if (property.type !== 'Property' || name === undefined) {
        this.#add(property, { name: `${path}[…]`, note: 'computedName' })
        continue
      }
      const value = property.value.type === 'AssignmentPattern' ? property.value.left : property.value
      const member = `${path}.${name}`
      if (value.type !== 'Identifier' || !this.#followName(value, member))
        this.#add(property, { name: member })
    }
    return true
  }

  /** @returns false when the name is never read */
  #followName(target: Identifier, path: string): boolean {
    const variable = this.#references.get(target)?.resolved ?? this.#globals.get(target.name)
    const key = `${variable ? this.#numberOf(variable) : target.name} ${path}`
    if (this.#followed.has(key)) return true
    this.#followed.add(key)
    const isGlobal = !variable || this.#globals.get(target.name) === variable
    const references = new Set([
      ...(variable?.references ?? []),
      ...(isGlobal ? (this.#free.get(target.name) ?? []) : []),
    ])
    const readers = [...references].filter((reference) => reference.isRead())
    for (const { identifier } of readers) this.#follow(identifier as AnyNode, path)
    return readers.length > 0
  }

  #numberOf(variable: Variable): number {
    const number = this.#numbers.get(variable) ?? this.#numbers.size
    this.#numbers.set(variable, number)
    return number
  }

  #addObject(node: AnyNode, path: string): void {
    const parent = this.#parents.get(node)
    if (parent && looks.has(parent.type)) return
    this.#add(node, { name: path, note: 'passedOn' })
  }

  #addTextRunner(node: AnyNode, path: string): void {
    if (runsText.has(path) && this.#isCalled(node)) this.#add(node, { name: path, note: 'ownCode' })
  }

  #addUnsupported(node: AnyNode): void {
    const { type } = node
    if (type === 'ImportExpression') {
      if (writtenText(node.source) === undefined) this.#add(node, { name: 'import', note: 'modules' })
    } else if (
      type === 'ReturnStatement' ||
      type === 'AwaitExpression' ||
      (type === 'ForOfStatement' && node.await)
    ) {
      if (this.#isTopLevel(node))
        this.#add(node, { name: type === 'ReturnStatement' ? 'return' : 'await', note: 'topLevel' })
    }
  }

  #isTopLevel(node: AnyNode): boolean {
    for (let at = this.#parents.get(node); at; at = this.#parents.get(at))
      if (/Function|StaticBlock|PropertyDefinition/.test(at.type)) return false
    return true
  }

  #isTypeOf(node: AnyNode): boolean {
    const parent = this.#parents.get(node)
    return parent?.type === 'UnaryExpression' && parent.operator === 'typeof'
  }

  #isCalled(node: AnyNode): boolean {
    const parent = this.#parents.get(node)
    return (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') && parent.callee === node
  }

  #add(node: AnyNode, { name, note }: Pick<Use, 'name' | 'note'>): void {
    const parent = this.#parents.get(node)
    const isCall = this.#isCalled(node)
    const argument = isCall && parent?.type === 'CallExpression' ? parent.arguments[0] : undefined
    const place = node.type === 'MemberExpression' ? node.property : node
    const line = place.loc?.start.line ?? 1
    this.#uses.push({ name: name.slice(0, longestName), line, argument, isCall, ...(note && { note }) })
  }
}

/** The name of a member or property; undefined when it is computed while the script runs. */
export function memberName(node: MemberExpression | Property | AssignmentProperty): string | undefined {
  const key: AnyNode = node.type === 'Property' ? node.key : node.property
  if (key.type === 'PrivateIdentifier') return undefined
  if (!node.computed && key.type === 'Identifier') return key.name
  return writtenText(key as Expression)
}

/** The text of a literal. */
export function writtenText(node: AnyNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  const [only] = node.type === 'TemplateLiteral' && !node.expressions.length ? node.quasis : []
  return only?.value.cooked ?? undefined
}

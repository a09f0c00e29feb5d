import type { GenDesign } from '@fleetdeck/contract/code-generator'
import type { ErrorName } from '@fleetdeck/contract/errors'
import { zhcn } from '@fleetdeck/i18n/zhcn'
import { type MenuSeed, menuSeeds } from '../../platform/db/seed/menus.ts'
import { camel } from './names.ts'
import { sourceNames } from './source-files.ts'

export interface CodeNames {
  className: string
  packageName: string
  moduleName: string
  businessName: string
}

/** Field names with a meaning in lists and forms, and properties of every object. */
export const reservedFields = [
  ...['id', 'ids', 'pageNum', 'pageSize', 'isAsc', 'orderByColumn', 'children', 'details', 'beginTime'],
  ...['endTime', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'then', 'toJSON'],
]

/** Types and components that generated files use. */
const reservedClasses = new Set(
  `Array Boolean Column CrudColumn CrudPage Date Db DepthProps Deps DictField DictTag DictText Drawer Error
  Flex Form FormDrawer InfoList Input InputNumber ListFrame Map Math Number Object Picture Promise Proxy Record RichText
  RichTextEditor RowActions Set SiteTimeField DayField StoredFileField StoredPicture String Switch Symbol Table TimeText
  TreeSelect PickedName RemoteSelect RowColumn RowsField StoredField FormColumns TreePage Button Infer Partial Pick Omit Readonly Required Status FastifyInstance AppError TestSite`.split(
    /\s+/,
  ),
)
/** Reserved words, and names that generated files use. */
const reservedConstants = new Set(
  `abstract any as asked async await boolean break case catch class const continue db debugger declare default delete
  do done else enum eq export extends false finally for from function get if ids idParam implement implements import
  in inArray inserted instanceof interface is keyof let namespace new null number of order package private protected
  public queries readonly return row set site sql static string super switch symbol table tables test text this throw
  time timeInput true try type typeof undefined unknown updated var void while with within written yield z base filters
  sortable schemas calls and alias conditions limit offset list path app files found links linkedRows linkedQueries requireVisible all listSource orNull orUndefined values expect draft sample`.split(
    /\s+/,
  ),
)

const directoriesIn = (seeds: readonly MenuSeed[], above = ''): GenDesign['parents'] =>
  seeds
    .filter(({ component }) => component === 'Layout')
    .flatMap(({ key, path: own, title, children }) => {
      const full = own.startsWith('/') ? own : `${above}/${own}`
      return [{ key, path: full, title }, ...directoriesIn(children, full)]
    })
const keysIn = (seeds: readonly MenuSeed[]): string[] =>
  seeds.flatMap(({ key, children }) => [key, ...keysIn(children)])

/** Names used by the program's own features and by other imported tables. */
export class TakenNames {
  /** Directories available for a page. */
  readonly parents = directoriesIn(menuSeeds)
  readonly #packages = new Set(sourceNames())
  readonly #prefixes = new Set(Object.keys(zhcn).map((key) => key.split('.')[0]?.toLowerCase()))
  readonly #menuKeys = new Set(keysIn(menuSeeds).map((key) => key.toLowerCase()))
  readonly #paths: string[]
  readonly #others: readonly CodeNames[]

  constructor(paths: readonly string[], others: readonly CodeNames[]) {
    this.#paths = paths.map((each) => each.toLowerCase())
    this.#others = others
  }

  /** Why the code cannot have these names. */
  findRefusal(names: CodeNames, parentMenu: string): { error: ErrorName; name: string } | undefined {
    const { className, packageName, businessName } = names
    const at = callPath(names).toLowerCase()
    const prefix = className.toLowerCase()
    if (reservedClasses.has(className) || this.#prefixes.has(prefix))
      return { error: 'genNameTaken', name: className }
    if (reservedConstants.has(camel(packageName)) || this.#packages.has(packageName))
      return { error: 'genNameTaken', name: packageName }
    if (this.#paths.some((path) => path === at || path.startsWith(`${at}/`)))
      return { error: 'genNameTaken', name: callPath(names) }
    if (this.#menuKeys.has(`${parentMenu}/${businessName}`.toLowerCase()))
      return { error: 'genNameTaken', name: `${parentMenu}/${businessName}` }
    const twin = this.#others.find(
      (other) =>
        other.className.toLowerCase() === prefix ||
        other.packageName === packageName ||
        callPath(other).toLowerCase() === at,
    )
    return twin && { error: 'genNameTaken', name: twin.className }
  }
}

export const callPath = ({ moduleName, businessName }: CodeNames) => `/${moduleName}/${businessName}`

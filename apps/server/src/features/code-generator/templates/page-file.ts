import { draftFields, type Feature, queryFields } from './feature.ts'
import { byNature, element, importOf, lines, shows, wrapper } from './layout.ts'
import {
  antdNames,
  blankNames,
  buildColumns,
  buildFilters,
  componentImports,
  formItem,
  hasUnlisted,
  inputOf,
  needsRow,
  pickSources,
  text,
  toDraft,
  unlistedColumns,
} from './page-parts.ts'

const hasFilters = (feature: Feature) => queryFields(feature).length > 0

/** The form fields of a row, in the requested number of columns. */
function fieldsOf(feature: Feature): string {
  const { className, options, child, constant } = feature
  const isWide = options.formColumns > 1
  const items = draftedFields(feature).map((field) =>
    formItem(field, child && isWide ? '        ' : '      '),
  )
  const columns = `FormColumns count={${options.formColumns}}`
  const inner = isWide && child ? [`      <${columns}>`, ...items, '      </FormColumns>'] : items
  const details = child && [
    `      <StoredField name="details" one={${constant}.one} id={row?.id}>`,
    element(
      'RowsField',
      ['name="details"', `title={${text(feature, 'details')}}`, 'columns={details}', 'hidden="id"'],
      '        ',
    ),
    '      </StoredField>',
  ]
  return lines(
    `function ${className}Fields(${takesRow(feature) ? `{ row }: { row: ${className} | undefined }` : ''}) {`,
    '  const t = useText()',
    child && '  const details = useDetailColumns()',
    '  return (',
    isWide && !child ? `    <${columns}>` : '    <>',
    inner,
    details,
    isWide && !child ? '    </FormColumns>' : '    </>',
    '  )',
    '}',
  )
}

/** The tree's own drawer has a field for the parent. */
const draftedFields = (feature: Feature) => draftFields(feature).filter((field) => field !== feature.parent)
const takesRow = (feature: Feature) => feature.child !== undefined || needsRow(draftedFields(feature))

/** The form fields of the detail rows. */
function detailColumns({ child }: Feature): string {
  if (!child) return ''
  const entries = draftFields(child.feature).map((field) => {
    const { tag, attributes } = inputOf(field)
    return lines(
      '    {',
      `      name: '${field.field}',`,
      `      title: t('${field.text}'),`,
      shows('input: ', tag, attributes, '      '),
      field.isRequired && field.languageType !== 'boolean' && '      rules: () => [{ required: true }],',
      field.languageType === 'boolean' && "      valuePropName: 'checked',",
      '    },',
    )
  })
  return lines(
    'function useDetailColumns(): RowColumn[] {',
    '  const t = useText()',
    '  return [',
    entries,
    '  ]',
    '}',
    '',
  )
}

const fieldsProp = (feature: Feature) => {
  const { className } = feature
  return takesRow(feature)
    ? `fields: (row) => <${className}Fields row={row} />,`
    : `fields: () => <${className}Fields />,`
}

function nameOf({ naming }: Feature): string {
  if (!naming) return 'nameOf={(row) => String(row.id)}'
  return `nameOf={(row) => row.${naming.field}${naming.isNullable ? ' ?? String(row.id)' : ''}}`
}

const widths = { 1: 0, 2: 720, 3: 960 } as const

function formProp(feature: Feature): string[] {
  const { options } = feature
  const width = widths[options.formColumns]
  return [
    '        form={{',
    `          addTitle: ${text(feature, 'add')},`,
    `          editTitle: ${text(feature, 'edit')},`,
    ...(width ? [`          width: ${width},`] : []),
    `          ${fieldsProp(feature)}`,
    `          draft: (values${feature.child ? ', row' : ''}) => ({`,
    ...toDraft(draftedFields(feature), '            '),
    ...(feature.child
      ? ['            details: values.details ?? (row === undefined ? [] : undefined),']
      : []),
    '          }),',
    '        }}',
  ]
}

const actions = (feature: Feature, more: string): string[] =>
  feature.options.hasDetail
    ? [
        '        rowActions={(row, { edit, remove }) => [',
        "          { key: 'detail', label: t('log.detail'), run: () => setOpen(row) },",
        `          ${more}`,
        '          remove,',
        '        ]}',
      ]
    : more === 'edit,'
      ? []
      : ['        rowActions={(row, { remove }) => [', `          ${more}`, '          remove,', '        ]}']

const drawer = (feature: Feature): string[] => {
  if (!feature.options.hasDetail) return []
  const attributes = [
    'open',
    'size={560}',
    `title={${text(feature, 'detail')}}`,
    'onClose={() => setOpen(undefined)}',
  ]
  const columns = hasUnlisted(feature) ? '[...columns, ...more]' : 'columns'
  const info = `          <InfoList columns={${columns}} row={open} />`
  return ['      {open && (', wrapper('Drawer', attributes, info, '        '), '      )}']
}

function pageOf(feature: Feature): string {
  const { className, plural, constant, options, parent } = feature
  const Page = parent ? 'TreePage' : 'CrudPage'
  return lines(
    `export function ${plural}Page() {`,
    '  const t = useText()',
    '  const columns = useColumns()',
    hasUnlisted(feature) && '  const more = useMoreColumns()',
    hasFilters(feature) && '  const filters = useFilters()',
    options.hasDetail && `  const [open, setOpen] = useState<${className}>()`,
    '  return (',
    '    <>',
    `      <${Page}`,
    `        contract={${constant}}`,
    `        title={${text(feature, 'title')}}`,
    '        columns={columns}',
    `        ${nameOf(feature)}`,
    parent && `        parent={{ name: '${parent.field}' }}`,
    hasFilters(feature) && '        filters={filters}',
    formProp(feature),
    actions(feature, 'edit,').map((line) =>
      parent ? line.replace('edit, remove', 'edit, below, remove') : line,
    ),
    `        emptyText={${text(feature, 'empty')}}`,
    '      />',
    drawer(feature),
    '    </>',
    '  )',
    '}',
  ).replace(parent ? '          edit,\n' : '\u0000', '          edit,\n          below,\n')
}

/** Without a drawer the page is a single element. */
const plain = (page: string) =>
  page.includes('<Drawer')
    ? page
    : page
        .replace(/^ {4}<\/?>\n/gm, '')
        .replace(
          /( {2}return \(\n)([\s\S]*)(\n {2}\)\n\})/,
          (_, head, inner: string, tail) => head + inner.replace(/^ {2}/gm, '') + tail,
        )

/** A file whose names are needed. */
const given = (file: string, names: string[]): [string, string[]][] =>
  names.length > 0 ? [[file, names]] : []

function imports(feature: Feature, body: string): string {
  const { packageName, className, constant, parent } = feature
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(body)
  const antd = antdNames(body)
  const crud: [string, string[], string?][] = [
    ['../../ground/language.ts', ['useText']],
    ...componentImports(body),
    ...given('../../components/blank-values.ts', blankNames(body)),
    ...given('../../components/pickers/pick-source.ts', uses('listSource') ? ['listSource'] : []),
    ...given('../../components/RowsField.tsx', uses('RowsField') ? ['type RowColumn', 'RowsField'] : []),
    ...given('../../crud/StoredField.tsx', uses('StoredField') ? ['StoredField'] : []),
    ...given('../../crud/CrudPage.tsx', parent ? [] : ['CrudPage']),
    [
      '../../crud/crud-contract.ts',
      uses('CrudFilter') ? ['CrudColumn', 'CrudFilter'] : ['CrudColumn'],
      'type ',
    ],
    ...given('../../crud/list/InfoList.tsx', uses('InfoList') ? ['InfoList'] : []),
    ...given('../../crud/tree/TreePage.tsx', parent ? ['TreePage'] : []),
  ]
  return lines(
    importOf([`type ${className}`, constant], `@fleetdeck/contract/${packageName}`),
    antd.length > 0 && importOf(antd, 'antd'),
    uses('useState') && "import { useState } from 'react'",
    crud.sort(([a], [b]) => byNature(a, b)).map(([file, names, kind]) => importOf(names, file, kind)),
  )
}

export function pageFile(feature: Feature): string {
  const body = lines(
    buildColumns(feature),
    '',
    hasUnlisted(feature) && [unlistedColumns(feature), ''],
    hasFilters(feature) && [buildFilters(feature), ''],
    detailColumns(feature) || false,
    fieldsOf(feature),
    '',
    plain(pageOf(feature)),
  )
  const sources = pickSources(feature, body)
  const whole = sources.length > 0 ? lines(sources, '', body) : body
  return `${imports(feature, whole)}\n\n${whole}\n`
}

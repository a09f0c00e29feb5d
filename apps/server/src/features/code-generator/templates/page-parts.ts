import {
  endsOf,
  type Feature,
  type Field,
  isChosen,
  isOptional,
  isRange,
  type Link,
  listFields,
  queryFields,
  rowFields,
} from './feature.ts'
import { element, group, lines, quoted, shows, wrapper } from './layout.ts'
import { linksOf } from './links.ts'

/** How the list renders a column; undefined to show the plain value. */
function look(field: Field): { tag: string; attributes: string[] } | undefined {
  const { field: name, display, languageType, isNullable, dictType } = field
  const value = `{row.${name}${isNullable ? " ?? ''" : ''}}`
  if (languageType === 'boolean')
    return { tag: 'DictText', attributes: ['type="sys_yes_no"', `value={row.${name} ? 'Y' : 'N'}`] }
  if (languageType === 'time') return { tag: 'TimeText', attributes: [`value={row.${name}}`] }
  if (isChosen(field)) return { tag: 'DictTag', attributes: [`type="${dictType}"`, `value=${value}`] }
  if (display === 'image') return { tag: 'StoredPicture', attributes: [`address=${value}`] }
  return display === 'editor' ? { tag: 'RichText', attributes: [`html=${value}`] } : undefined
}

function columnOf(field: Field): string {
  const { link } = field
  if (link?.label)
    return lines(
      '    {',
      `      key: '${link.label}',`,
      `      title: t('${field.text}'),`,
      `      render: (_, row) => row.${link.label} ?? row.${field.field},`,
      '    },',
    )
  const shown = look(field)
  const isFigure = field.languageType === 'number' && !isChosen(field)
  return lines(
    '    {',
    `      key: '${field.field}',`,
    `      title: t('${field.text}'),`,
    isFigure && "      align: 'right',",
    field.display === 'textarea' && '      ellipsis: true,',
    shown && shows('render: (_, row) => ', shown.tag, shown.attributes, '      '),
    '    },',
  )
}

const columnsBy = (name: string, { className }: Feature, fields: readonly Field[]): string =>
  lines(
    `function ${name}(): CrudColumn<${className}>[] {`,
    '  const t = useText()',
    '  return [',
    fields.map(columnOf),
    '  ]',
    '}',
  )

/** A tree shows parents by indentation; the naming column comes first. */
function shownFields(feature: Feature): Field[] {
  const { parent, naming } = feature
  const fields = listFields(feature)
  if (!parent || !naming) return fields
  return [naming, ...fields.filter((field) => field !== parent && field !== naming)]
}
export const buildColumns = (feature: Feature): string =>
  columnsBy('useColumns', feature, shownFields(feature))

/** Editable columns that are too long for the list. */
const unlisted = (feature: Feature) =>
  feature.options.hasDetail ? rowFields(feature).filter(({ isList }) => !isList) : []
export const hasUnlisted = (feature: Feature) => unlisted(feature).length > 0
export const unlistedColumns = (feature: Feature): string =>
  columnsBy('useMoreColumns', feature, unlisted(feature))

function filterInput(field: Field): { tag: string; attributes: string[] } {
  const { languageType, link } = field
  if (link) return { tag: 'RemoteSelect', attributes: [`source={${sourceOf(link)}}`, 'allowClear'] }
  if (languageType === 'boolean') return { tag: 'DictFilter', attributes: ['type="sys_yes_no"'] }
  if (isChosen(field)) return { tag: 'DictFilter', attributes: [`type="${field.dictType}"`] }
  if (languageType === 'date' || languageType === 'time') return { tag: 'DayField', attributes: [] }
  return languageType === 'number'
    ? { tag: 'Input', attributes: ['allowClear', 'inputMode="decimal"', 'maxLength={20}'] }
    : { tag: 'Input', attributes: ['allowClear', 'maxLength={200}'] }
}

/** How a filter's value is shown on its tag. */
const shownBy: Record<string, string> = { DictFilter: 'DictText', RemoteSelect: 'PickedName' }

function filterOf(field: Field): string[] {
  const { tag, attributes } = filterInput(field)
  const shown = shownBy[tag]
  const one = (name: string, label: string) =>
    lines(
      '    {',
      `      name: '${name}',`,
      `      label: ${label},`,
      shows('input: ', tag, attributes, '      '),
      shown !== undefined &&
        shows('show: (value: string) => ', shown, [attributes[0] ?? '', 'value={value}'], '      '),
      '    },',
    )
  if (!isRange(field)) return [one(field.field, `t('${field.text}')`)]
  const { from, until } = endsOf(field)
  const side = (sign: string) => `\`\${t('${field.text}')} ${sign}\``
  return [one(from, side('≥')), one(until, side('≤'))]
}

export const buildFilters = (feature: Feature): string =>
  lines(
    'function useFilters(): CrudFilter[] {',
    '  const t = useText()',
    '  return [',
    queryFields(feature).flatMap(filterOf),
    '  ]',
    '}',
  )

type Input = { tag: string; attributes: string[] }
const ofType: Partial<Record<Field['languageType'], string>> = {
  boolean: 'Switch',
  time: 'SiteTimeField',
  date: 'DayField',
}

const sourceOf = ({ name }: Link) => `${name}Source`

/** Where the pickers of a page find their rows. */
export const pickSources = (feature: Feature, body: string): string[] =>
  linksOf(feature)
    .filter((link) => body.includes(`{${sourceOf(link)}}`))
    .map((link) => group(`const ${sourceOf(link)} = listSource(`, [link.of], ')'))

/** The input for a column. */
export function inputOf(field: Field, isLocked = false): Input {
  const { languageType, dictType, display, link, isNullable } = field
  const locked = isLocked ? ['disabled={row !== undefined}'] : []
  const clear = isNullable ? ['allowClear'] : []
  if (link) return { tag: 'RemoteSelect', attributes: [`source={${sourceOf(link)}}`, ...clear, ...locked] }
  const plain = ofType[languageType]
  if (plain) return { tag: plain, attributes: locked }
  const isNumber = languageType === 'number'
  if (isChosen(field)) {
    const kind = display === 'select' ? (isOptional(field) ? ['allowClear'] : []) : [`as="${display}"`]
    const attributes = [`type="${dictType}"`, ...kind, ...(isNumber ? ['isNumber'] : []), ...locked]
    return { tag: 'DictField', attributes }
  }
  const { tag, attributes } = isNumber ? numberInput(field) : textInput(field)
  return { tag, attributes: [...attributes, ...locked] }
}

function numberInput({ facts }: Field): Input {
  const precision = facts.type.startsWith('int') ? ['precision={0}'] : []
  return { tag: 'InputNumber', attributes: [...precision, "style={{ width: '100%' }}"] }
}

function textInput({ display, facts }: Field): Input {
  const limit = facts.length === null ? [] : [`maxLength={${facts.length}}`]
  if (display === 'editor') return { tag: 'RichTextEditor', attributes: [] }
  if (display === 'image') return { tag: 'StoredFileField', attributes: ['isPicture', ...limit] }
  if (display === 'file') return { tag: 'StoredFileField', attributes: limit }
  return display === 'textarea'
    ? { tag: 'Input.TextArea', attributes: [...limit, 'rows={3}'] }
    : { tag: 'Input', attributes: limit }
}

export function formItem(field: Field, indent: string): string {
  const isLocked = !field.isEdit && field.display !== 'editor'
  const { tag, attributes } = inputOf(field, isLocked)
  return wrapper(
    'Form.Item',
    [
      `name="${field.field}"`,
      `label={t('${field.text}')}`,
      ...(field.isRequired && field.isInsert && field.languageType !== 'boolean'
        ? ['rules={[{ required: true }]}']
        : []),
      ...(field.languageType === 'boolean' ? ['valuePropName="checked"'] : []),
      ...(field.isInsert ? [] : ['hidden={row === undefined}']),
    ],
    element(tag, attributes, `${indent}  `),
    indent,
  )
}

/** Whether the form needs to know the row that it edits. */
export const needsRow = (fields: readonly Field[]) =>
  fields.some((field) => !field.isInsert || (!field.isEdit && field.display !== 'editor'))

/**
 * The request from a form: an empty field is null if the column allows it, else it is left out. Helper functions are
 * used instead of operators, which would raise the complexity of the form's function.
 */
export const toDraft = (fields: readonly Field[], indent: string): string[] =>
  fields.map(({ field, isNullable, languageType, isRequired, isInsert }) => {
    if (languageType === 'boolean' && !isNullable) return `${indent}${field}: values.${field} === true,`
    if (isNullable) return `${indent}${field}: orNull(values.${field}),`
    return isRequired && isInsert
      ? `${indent}${field}: values.${field},`
      : `${indent}${field}: orUndefined(values.${field}),`
  })
/** Functions of the console that a form uses. */
export const blankNames = (body: string) =>
  ['orNull', 'orUndefined'].filter((name) => body.includes(`${name}(`))

const components: Record<string, string> = {
  DictField: 'dictionary/DictField',
  DictFilter: 'dictionary/DictField',
  DictTag: 'dictionary/DictTag',
  DictText: 'dictionary/DictTag',
  DayField: 'DayField',
  FormColumns: 'FormColumns',
  PickedName: 'pickers/PickedName',
  RemoteSelect: 'pickers/RemoteSelect',
  RichText: 'rich-text/RichText',
  RichTextEditor: 'rich-text/RichTextEditor',
  SiteTimeField: 'SiteTimeField',
  StoredFileField: 'upload/StoredFileField',
  StoredPicture: 'upload/StoredPicture',
  TimeText: 'TimeText',
}

/** Components that a page imports, by file. */
export function componentImports(body: string): [file: string, names: string[]][] {
  const files = new Map<string, string[]>()
  for (const [name, file] of Object.entries(components))
    if (new RegExp(`<${name}\\b`).test(body))
      files.set(`../../components/${file}.tsx`, [...(files.get(`../../components/${file}.tsx`) ?? []), name])
  return [...files]
}
export const antdNames = (body: string) =>
  ['Drawer', 'Form', 'Input', 'InputNumber', 'Switch', 'TreeSelect'].filter((name) =>
    new RegExp(`<${name}\\b`).test(body),
  )
export const text = (feature: Feature, name: string) => `t(${quoted(`${feature.prefix}.${name}`)})`

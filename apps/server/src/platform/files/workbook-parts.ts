import type { ZipPart } from './zip-writer.ts'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const openXml = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes of the formats in `xl/styles.xml`. */
export const formats = { title: 1, text: 2 } as const

/** A worksheet without its end. */
export const worksheetStart = `${xml}<worksheet xmlns="${main}">`

const styles = `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

export interface NamedSheet {
  name: string
  isHidden?: boolean
  content: ZipPart['content']
}

const part = (name: string, text: string): ZipPart => ({ name, content: [text] })
const fileOf = (index: number) => `worksheets/sheet${index + 1}.xml`

/**
 * The files of a workbook (ECMA-376); names of sheets are plain words. Those that list the sheets come last, as the number
 * of sheets is known then.
 */
export async function* workbookParts(
  sheets: Iterable<NamedSheet> | AsyncIterable<NamedSheet>,
): AsyncGenerator<ZipPart> {
  yield part('_rels/.rels', relationships([relation(1, 'officeDocument', 'xl/workbook.xml')]))
  yield part('xl/styles.xml', styles)
  const written: NamedSheet[] = []
  for await (const sheet of sheets) {
    yield { name: `xl/${fileOf(written.length)}`, content: sheet.content }
    written.push(sheet)
  }
  yield* listingParts(written)
}

function listingParts(sheets: Pick<NamedSheet, 'name' | 'isHidden'>[]): ZipPart[] {
  const contentTypes = [
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override('/xl/workbook.xml', 'sheet.main'),
    override('/xl/styles.xml', 'styles'),
    ...sheets.map((_, index) => override(`/xl/${fileOf(index)}`, 'worksheet')),
  ]
  const entries = sheets.map(
    ({ name, isHidden }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="r${index + 1}"/>`,
  )
  const relations = [
    ...sheets.map((_, index) => relation(index + 1, 'worksheet', fileOf(index))),
    relation(sheets.length + 1, 'styles', 'styles.xml'),
  ]
  return [
    part(
      'xl/workbook.xml',
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${entries.join('')}</sheets></workbook>`,
    ),
    part('xl/_rels/workbook.xml.rels', relationships(relations)),
    part(
      '[Content_Types].xml',
      `${xml}<Types xmlns="${packages}/content-types">${contentTypes.join('')}</Types>`,
    ),
  ]
}

const override = (name: string, type: string) =>
  `<Override PartName="${name}" ContentType="${openXml}.${type}+xml"/>`
const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="r${id}" Type="${office}/${type}" Target="${target}"/>`
const relationships = (relations: string[]) =>
  `${xml}<Relationships xmlns="${packages}/relationships">${relations.join('')}</Relationships>`

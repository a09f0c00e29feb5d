import { type DataImportPreview, dataImport, previewBytes } from '@fleetdeck/contract/data-items'
import { TextEncoding } from '@fleetdeck/contract/text-encodings'
import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Flex, Select, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { withQuery } from '../../api/call.ts'
import { buildForm, sendForm } from '../../api/upload-file.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { listText, useText } from '../../ground/language.ts'
import styles from './data-items.module.css'
import { encodingName } from './encoding-name.ts'

/** How a file is imported. */
export interface FileLayout {
  encoding: TextEncoding | null
  hasTitles: boolean
  /** Positions from 0; -1: none. */
  nameColumn: number
  contentColumn: number
}

const isText = ({ name }: File) => /\.(txt|csv)$/i.test(name)

/** Spreadsheets are sent as a whole, because their parts cannot be read apart. */
function loadPreview(
  file: File,
  encoding: TextEncoding | undefined,
  signal: AbortSignal,
): Promise<DataImportPreview> {
  const isCut = isText(file) && file.size > previewBytes
  const sent = isCut ? new File([file.slice(0, previewBytes)], file.name) : file
  const query = { ...(encoding && { encoding }), ...(isCut && { isCut: '1' }) }
  return sendForm(
    { ...dataImport.preview, path: withQuery(dataImport.preview.path, query) },
    buildForm(sent),
    { signal },
  )
}

interface ImportPreviewProps {
  file: File
  layout: FileLayout | undefined
  onLayout: (layout: FileLayout | undefined) => void
}

/** The first rows of a file in a changeable encoding, with the use of each column. */
export function ImportPreview({ file, layout, onLayout }: ImportPreviewProps) {
  const t = useText()
  const [encoding, setEncoding] = useState<TextEncoding>()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [dataImport.preview.path, file.name, file.size, file.lastModified, encoding],
    queryFn: ({ signal }) => loadPreview(file, encoding, signal),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
  useEffect(() => {
    if (!data) return
    const { rows: _, ...found } = data
    onLayout(found)
  }, [data, onLayout])

  if (error)
    return <ErrorState title={t('dataImport.preview')} error={error} onRetry={() => void refetch()} />
  if (!data || !layout) return <Skeleton active title={false} />
  return (
    <Flex vertical gap={8} style={{ marginBlockEnd: 16, opacity: isFetching ? 0.5 : 1 }}>
      <Flex gap={16} align="center" wrap>
        {data.encoding !== null && (
          <span>
            {t('dataImport.chooseEncoding')}{' '}
            <Select<TextEncoding>
              aria-label={t('dataImport.chooseEncoding')}
              size="small"
              style={{ width: 170 }}
              value={data.encoding}
              options={TextEncoding.options.map((value) => ({ value, label: encodingName(value) }))}
              onChange={setEncoding}
            />
          </span>
        )}
        {(data.rows[0]?.length ?? 0) > 1 && (
          <Checkbox
            checked={layout.hasTitles}
            onChange={({ target }) => onLayout({ ...layout, hasTitles: target.checked })}
          >
            {t('dataImport.hasTitles')}
          </Checkbox>
        )}
      </Flex>
      {data.rows.some((row) => row.some((cell) => cell.includes('\ufffd'))) && (
        <Alert type="warning" showIcon title={t('dataImport.garbled')} />
      )}
      <PreviewTable rows={data.rows} layout={layout} onLayout={onLayout} />
      <Unused rows={data.rows} layout={layout} />
    </Flex>
  )
}

type Use = 'name' | 'content' | 'none'

/** Each use belongs to one column: the column that had it before is no longer imported. */
function withUse(layout: FileLayout, column: number, use: Use): FileLayout {
  const { nameColumn, contentColumn } = layout
  return {
    ...layout,
    nameColumn: use === 'name' ? column : nameColumn === column ? -1 : nameColumn,
    contentColumn: use === 'content' ? column : contentColumn === column ? -1 : contentColumn,
  }
}

const columnUse = ({ nameColumn, contentColumn }: FileLayout, column: number): Use =>
  column === nameColumn ? 'name' : column === contentColumn ? 'content' : 'none'

interface PreviewTableProps {
  rows: string[][]
  layout: FileLayout
  onLayout: (layout: FileLayout) => void
}

function PreviewTable({ rows, layout, onLayout }: PreviewTableProps) {
  const t = useText()
  const width = rows[0]?.length ?? 0
  const options = [
    { value: 'name', label: t('dataItem.name') },
    { value: 'content', label: t('dataItem.content') },
    { value: 'none', label: t('dataImport.skipColumn') },
  ] as const
  const columns = Array.from({ length: width }, (_, column) => column)
  return (
    <section className={styles.preview} aria-label={t('dataImport.preview')}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} data-use={columnUse(layout, column)}>
                {width === 1 ? (
                  t('dataItem.content')
                ) : (
                  <Select<Use>
                    aria-label={t('dataImport.columnUse', { number: column + 1 })}
                    size="small"
                    style={{ minWidth: 110 }}
                    value={columnUse(layout, column)}
                    options={[...options]}
                    onChange={(use) => onLayout(withUse(layout, column, use))}
                  />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place} data-title={layout.hasTitles && place === 0}>
              {columns.map((column) => (
                <td key={column} data-use={columnUse(layout, column)} title={row[column]}>
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Names the columns that are not imported. */
function Unused({ rows, layout }: Pick<PreviewTableProps, 'rows' | 'layout'>) {
  const t = useText()
  const [titles = []] = rows
  const unused = titles.flatMap((title, column) =>
    columnUse(layout, column) === 'none'
      ? [layout.hasTitles && title.trim() ? title.trim() : t('dataImport.columnUse', { number: column + 1 })]
      : [],
  )
  if (layout.contentColumn < 0) return <Alert type="error" showIcon title={t('dataImport.noContentColumn')} />
  if (unused.length === 0) return null
  return <Alert type="info" showIcon title={t('dataImport.willSkip', { columns: listText(unused) })} />
}

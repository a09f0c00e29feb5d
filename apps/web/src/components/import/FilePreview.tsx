import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { type FilePreview as Preview, previewBytes } from '@fleetdeck/contract/file-columns'
import { TextEncoding } from '@fleetdeck/contract/text-encodings'
import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Flex, Select, Skeleton } from 'antd'
import { type Dispatch, memo, type SetStateAction, useCallback, useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import { withQuery } from '../../api/call.ts'
import { buildForm, sendForm } from '../../api/upload-file.ts'
import { choicesText, listText, useText } from '../../ground/language.ts'
import { ErrorState } from '../ErrorState.tsx'
import { ColumnsNotice } from './ColumnsNotice.tsx'
import { encodingName } from './encoding-name.ts'
import { type FileLayout, hasColumn, missingFields, withField } from './file-layout.ts'
import styles from './import.module.css'

const isText = ({ name }: File) => /\.(txt|csv)$/i.test(name)

/** A call that reads the beginning of a file. */
export type PreviewCall = Endpoint & { data: z.ZodType<Preview> }

/** Spreadsheets are sent as a whole, because their parts cannot be read apart. */
function loadPreview(
  call: PreviewCall,
  { file, ...chosen }: { file: File; encoding: TextEncoding | undefined; kind: string | undefined },
  signal: AbortSignal,
): Promise<Preview> {
  const isCut = isText(file) && file.size > previewBytes
  const sent = isCut ? new File([file.slice(0, previewBytes)], file.name) : file
  const query = { ...chosen, ...(isCut && { isCut: '1' }) }
  return sendForm({ ...call, path: withQuery(call.path, query) }, buildForm(sent), { signal })
}

type SetLayout = Dispatch<SetStateAction<FileLayout | undefined>>

interface FilePreviewProps {
  file: File
  call: PreviewCall
  /** What the file contains, if the call has a choice. */
  kind?: string
  layout: FileLayout | undefined
  onLayout: SetLayout
}

/** The first rows of a file in a changeable encoding, with the field of each column. */
export function FilePreview({ file, call, kind, layout, onLayout }: FilePreviewProps) {
  const t = useText()
  const [encoding, setEncoding] = useState<TextEncoding>()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [call.path, file.name, file.size, file.lastModified, encoding, kind],
    queryFn: ({ signal }) => loadPreview(call, { file, encoding, kind }, signal),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
  useEffect(() => {
    if (!data) return
    const { rows: _, ...found } = data
    onLayout(found)
  }, [data, onLayout])

  if (error) return <ErrorState title={t('import.preview')} error={error} onRetry={() => void refetch()} />
  if (!data || !layout) return <Skeleton active title={false} />
  if (data.rows.length === 0 && data.encoding === null)
    return <Alert type="error" showIcon title={t('import.noRows')} />
  return (
    <Flex vertical gap={8} style={{ marginBlockEnd: 16, opacity: isFetching ? 0.5 : 1 }}>
      <Flex gap={16} align="center" wrap>
        {data.encoding !== null && (
          <span>
            {t('import.encoding')}{' '}
            <Select<TextEncoding>
              aria-label={t('import.encoding')}
              size="small"
              style={{ width: 200 }}
              value={data.encoding}
              options={TextEncoding.options.map((value) => ({ value, label: encodingName(value) }))}
              onChange={setEncoding}
            />
          </span>
        )}
        <Checkbox
          checked={layout.hasTitles}
          onChange={({ target }) => onLayout({ ...layout, hasTitles: target.checked })}
        >
          {t('import.hasTitles')}
        </Checkbox>
      </Flex>
      {data.rows.some((row) => row.some((cell) => cell.includes('\ufffd'))) && (
        <Alert type="warning" showIcon title={t('import.garbled')} />
      )}
      {data.rows.length === 0 ? (
        <Alert type="error" showIcon title={t('import.noRows')} />
      ) : (
        <>
          <PreviewTable rows={data.rows} layout={layout} onLayout={onLayout} />
          {layout.fields.length > 0 && <LayoutNotice titles={data.rows[0] ?? []} layout={layout} />}
        </>
      )}
    </Flex>
  )
}

/** Select treats null as no value. */
const noField = ''

interface ColumnFieldProps {
  column: number
  field: string | null
  options: { value: string; label: string }[]
  onField: (column: number, field: string | null) => void
}

/** Files may have hundreds of columns: a change renders the columns that it concerns. */
const ColumnField = memo(function ColumnField({ column, field, options, onField }: ColumnFieldProps) {
  const t = useText()
  return (
    <Select
      aria-label={t('import.column', { number: column + 1 })}
      size="small"
      className={styles.field}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      value={field ?? noField}
      options={options}
      onChange={(name) => onField(column, name === noField ? null : name)}
    />
  )
})

interface PreviewTableProps {
  rows: string[][]
  layout: FileLayout
  onLayout: SetLayout
}

function PreviewTable({ rows, layout, onLayout }: PreviewTableProps) {
  const t = useText()
  const { columns, fields } = layout
  const options = useMemo(
    () => [
      { value: noField, label: t('import.skipColumn') },
      ...fields.map(({ name, title }) => ({ value: name, label: title })),
    ],
    [fields, t],
  )
  const setField = useCallback(
    (column: number, field: string | null) => onLayout((now) => now && withField(now, column, field)),
    [onLayout],
  )
  return (
    <section className={styles.preview} aria-label={t('import.preview')}>
      <table>
        <thead>
          <tr>
            {columns.map((field, column) => (
              <th key={column}>
                <ColumnField column={column} field={field} options={options} onField={setField} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place} data-title={layout.hasTitles && place === 0}>
              {columns.map((field, column) => (
                <td key={column} data-use={field === null ? 'none' : 'field'} title={row[column]}>
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

/** Names the fields that need a column, or the columns that are not imported. */
function LayoutNotice({ titles, layout }: { titles: string[]; layout: FileLayout }) {
  const t = useText()
  const { columns, hasTitles } = layout
  const missing = missingFields(layout).map(choicesText)
  const unused = columns.flatMap((field, column) =>
    field === null
      ? [(hasTitles && titles[column]?.trim()) || t('import.column', { number: column + 1 })]
      : [],
  )
  return (
    <>
      {missing.length > 0 && (
        <Alert type="error" showIcon title={t('import.needsColumns', { fields: listText(missing) })} />
      )}
      {missing.length === 0 && !hasColumn(layout) && (
        <Alert type="error" showIcon title={t('import.needsColumn')} />
      )}
      <ColumnsNotice text="import.willSkip" columns={unused} />
    </>
  )
}

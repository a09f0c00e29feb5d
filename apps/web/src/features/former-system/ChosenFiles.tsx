import { CloseOutlined } from '@ant-design/icons'
import { type FormerFile, formerKinds } from '@fleetdeck/contract/former-import'
import { Button, Select, Table, Typography } from 'antd'
import { EmptyState } from '../../components/EmptyState.tsx'
import { listText, useText } from '../../ground/language.ts'
import type { ChosenFile, FormerRun } from './use-former-import.ts'

/** A file, and what a dry run or an import says about it. */
interface Row extends ChosenFile {
  found: FormerFile | undefined
}

const countNames = ['new', 'changed', 'same', 'refused'] as const

function FileName({ row: { file, found } }: { row: Row }) {
  const t = useText()
  const ignored = found?.ignored ?? []
  return (
    <>
      <strong>{file.name}</strong>
      {found?.reason && (
        <Typography.Text type="danger" style={{ display: 'block' }}>
          {found.reason}
        </Typography.Text>
      )}
      {ignored.length > 0 && (
        <Typography.Text type="secondary" style={{ display: 'block' }}>
          {t('formerImport.ignored', { names: listText(ignored) })}
        </Typography.Text>
      )}
    </>
  )
}

/** The chosen files with their kinds, which can be changed, and their counts. */
export function ChosenFiles({ run: { choice, setChoice, progress, isBusy } }: { run: FormerRun }) {
  const t = useText()
  if (choice.files.length === 0) return <EmptyState text={t('formerImport.empty')} />
  const change = (files: ChosenFile[]) => setChoice({ ...choice, files })
  const setKind = (changed: Row, kind: ChosenFile['kind']) =>
    change(choice.files.map((one) => (one.file === changed.file ? { ...one, kind } : one)))
  const rows = choice.files.map(
    (one): Row => ({ ...one, found: progress?.files.find(({ name }) => name === one.file.name) }),
  )
  const kindOptions = [
    { value: 'auto' as const, label: t('formerImport.auto') },
    ...formerKinds.map((kind) => ({ value: kind, label: t(`formerImport.kind.${kind}`) })),
  ]
  const countColumn = (name: (typeof countNames)[number]) => ({
    key: name,
    title: t(`formerImport.${name}`),
    align: 'right' as const,
    width: 90,
    render: (_: unknown, { found }: Row) => found?.[name],
  })
  return (
    <Table<Row>
      rowKey={({ file }) => file.name}
      size="small"
      dataSource={rows}
      pagination={false}
      scroll={{ x: 'max-content' }}
      columns={[
        {
          key: 'name',
          title: t('formerImport.file'),
          width: 260,
          render: (_, row) => <FileName row={row} />,
        },
        {
          key: 'kind',
          title: t('formerImport.kind'),
          width: 200,
          render: (_, row) => (
            <Select<ChosenFile['kind']>
              aria-label={`${t('formerImport.kind')} ${row.file.name}`}
              style={{ width: 190 }}
              disabled={isBusy}
              options={kindOptions}
              value={row.kind === 'auto' ? (row.found?.kind ?? 'auto') : row.kind}
              {...(row.found?.reason && { status: 'error' as const })}
              onChange={(kind) => setKind(row, kind)}
            />
          ),
        },
        ...countNames.map(countColumn),
        {
          key: 'remove',
          width: 50,
          render: (_, row) => (
            <Button
              type="text"
              icon={<CloseOutlined />}
              aria-label={t('formerImport.removeFile', { name: row.file.name })}
              disabled={isBusy}
              onClick={() => change(choice.files.filter(({ file }) => file !== row.file))}
            />
          ),
        },
      ]}
    />
  )
}

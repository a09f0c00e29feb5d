import { CloseOutlined, TableOutlined } from '@ant-design/icons'
import type { FormerFile } from '@fleetdeck/contract/former-import'
import { Button, Flex, Table, Typography } from 'antd'
import { useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { listText, useText } from '../../ground/language.ts'
import { ColumnsDialog } from './ColumnsDialog.tsx'
import { KindSelect } from './KindSelect.tsx'
import type { ChosenFile, FormerRun } from './use-former-import.ts'

/** A file, and what a dry run or an import says about it. */
interface Row extends ChosenFile {
  found: FormerFile | undefined
}

/** Scripts are read as a whole. */
const hasColumns = ({ file, kind }: ChosenFile) =>
  /\.(csv|xlsx?)$/i.test(file.name) || (kind !== 'scripts' && /\.txt$/i.test(file.name))

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
  const [opened, setOpened] = useState<File>()
  if (choice.files.length === 0) return <EmptyState text={t('formerImport.empty')} />
  const change = (files: ChosenFile[]) => setChoice({ ...choice, files })
  const setKind = (changed: Row, kind: ChosenFile['kind']) =>
    change(choice.files.map((one) => (one.file === changed.file ? { file: one.file, kind } : one)))
  const save = (changed: ChosenFile) => {
    change(choice.files.map((one) => (one.file === changed.file ? changed : one)))
    setOpened(undefined)
  }
  const rows = choice.files.map(
    (one): Row => ({ ...one, found: progress?.files.find(({ name }) => name === one.file.name) }),
  )
  const toColumns = choice.files.find(({ file }) => file === opened)
  const countColumn = (name: (typeof countNames)[number]) => ({
    key: name,
    title: t(`formerImport.${name}`),
    align: 'right' as const,
    width: 90,
    render: (_: unknown, { found }: Row) => found?.[name],
  })
  return (
    <>
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
            width: 310,
            render: (_, row) => (
              <Flex gap={4} align="center">
                <KindSelect
                  name={row.file.name}
                  disabled={isBusy}
                  value={row.kind === 'auto' ? (row.found?.kind ?? 'auto') : row.kind}
                  hasError={Boolean(row.found?.reason)}
                  onChange={(kind) => setKind(row, kind)}
                />
                {hasColumns(row) && (
                  <Button
                    type={row.layout ? 'link' : 'text'}
                    icon={<TableOutlined />}
                    aria-label={t('formerImport.columnsTitle', { name: row.file.name })}
                    disabled={isBusy}
                    onClick={() => setOpened(row.file)}
                  >
                    {t('formerImport.columns')}
                  </Button>
                )}
              </Flex>
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
      {toColumns && <ColumnsDialog chosen={toColumns} onSave={save} onClose={() => setOpened(undefined)} />}
    </>
  )
}

import { codeGenerator, type GenTable } from '@fleetdeck/contract/code-generator'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Flex, Skeleton, Tabs } from 'antd'
import { call } from '../../api/call.ts'
import { CopyButton } from '../../components/CopyText.tsx'
import { CodeView } from '../../components/code/CodeView.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useText } from '../../ground/language.ts'

const lastPart = (file: string) => file.slice(file.lastIndexOf('/') + 1)
/** Catalogues have the same file name in every language, so their tab shows the language. */
const tabName = (file: string) => /i18n\/src\/(\w+)\//.exec(file)?.[1] ?? lastPart(file)

function FileView({ file, text }: { file: string; text: string }) {
  const t = useText()
  return (
    <Flex vertical gap={8} style={{ height: 'calc(100vh - 190px)' }}>
      <Flex justify="space-between" align="center" gap={8} wrap>
        <code style={{ overflowWrap: 'anywhere' }}>{file}</code>
        <CopyButton text={text} label={t('gen.copyFile')} />
      </Flex>
      <div style={{ flex: 1, minHeight: 0 }}>
        <CodeView text={text} label={file} />
      </div>
    </Flex>
  )
}

/** All generated files, each in a tab. */
export function PreviewDrawer({ table, onClose }: { table: GenTable; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: [codeGenerator.preview.path, table.id],
    queryFn: ({ signal }) => call(codeGenerator.preview, { query: { tableId: table.id }, signal }),
    gcTime: 0,
    meta: { silent: true },
  })
  return (
    <Drawer open size={1080} title={t('gen.previewOf', { name: table.tableName })} onClose={onClose}>
      {!data && !error && <Skeleton active paragraph={{ rows: 12 }} />}
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => refetch()} />}
      {data && (
        <Tabs
          destroyOnHidden
          items={Object.entries(data).map(([file, text]) => ({
            key: file,
            label: tabName(file),
            children: <FileView file={file} text={text} />,
          }))}
        />
      )}
    </Drawer>
  )
}

import { DownloadOutlined } from '@ant-design/icons'
import {
  type FormerKind,
  type FormerProgress,
  formerKinds,
  type RefusedLine,
} from '@fleetdeck/contract/former-import'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Flex, Table } from 'antd'
import { Link } from 'react-router'
import { download } from '../../api/download.ts'
import { ImportProgressBar, percentOf } from '../../components/import/ImportResult.tsx'
import { useText } from '../../ground/language.ts'
import { isRunning } from './use-former-import.ts'

const stages = {
  reading: 'formerImport.reading',
  checking: 'formerImport.checking',
  writing: 'formerImport.writing',
} as const

const pages: Record<FormerKind, string> = {
  groups: '/device/group',
  devices: '/device/deviceList',
  scripts: '/task/script',
  dataGroups: '/data/group',
}

/** Rows that are, or would be, in one of these states. */
export const sumOf = ({ files }: FormerProgress, ...states: ('new' | 'changed' | 'same' | 'refused')[]) =>
  files.reduce((sum, file) => sum + states.reduce((part, state) => part + file[state], 0), 0)

function titleKey({ state, dryRun }: FormerProgress) {
  if (state === 'failed') return 'formerImport.failed'
  if (state === 'cancelled') return dryRun ? 'formerImport.triedCancelled' : 'formerImport.cancelled'
  return dryRun ? 'formerImport.tried' : 'formerImport.done'
}

/** The pages with the rows that were imported. */
function ImportedPages({ progress }: { progress: FormerProgress }) {
  const t = useText()
  const kinds = formerKinds.filter((kind) =>
    progress.files.some((file) => file.kind === kind && file.new + file.changed > 0),
  )
  return (
    <Flex gap={16} wrap>
      {kinds.map((kind) => (
        <Link key={kind} to={pages[kind]}>
          {t(`formerImport.kind.${kind}`)}
        </Link>
      ))}
    </Flex>
  )
}

function ResultButton({ fileName }: { fileName: string }) {
  const t = useText()
  const fetching = useMutation({ mutationFn: () => download(fileName) })
  return (
    <Flex align="center" gap={8} wrap>
      <Button
        icon={<DownloadOutlined />}
        disabled={fetching.isSuccess}
        loading={fetching.isPending}
        onClick={() => fetching.mutate()}
      >
        {t('formerImport.resultFile')}
      </Button>
      {t('userImport.resultOnce')}
    </Flex>
  )
}

function RefusedLines({ lines, count }: { lines: readonly RefusedLine[]; count: number }) {
  const t = useText()
  return (
    <Table<RefusedLine>
      rowKey={({ file, line }) => `${line} ${file}`}
      size="small"
      dataSource={lines}
      pagination={false}
      scroll={{ x: 'max-content', y: 320 }}
      title={() => <strong>{t('formerImport.refusedTitle')}</strong>}
      {...(count > lines.length && {
        footer: () => t('formerImport.refusedFirst', { count: lines.length }),
      })}
      columns={[
        { key: 'file', title: t('formerImport.file'), dataIndex: 'file', width: 160 },
        { key: 'line', title: t('import.row'), dataIndex: 'line', width: 80, align: 'right' },
        { key: 'value', title: t('formerImport.value'), dataIndex: 'value', width: 160 },
        { key: 'reason', title: t('import.reason'), dataIndex: 'reason', width: 320 },
      ]}
    />
  )
}

/** Progress of a dry run or an import, then its result. */
export function ImportReport({ progress }: { progress: FormerProgress }) {
  const t = useText()
  const { state, dryRun, refused, reason, resultFile, done, total } = progress
  if (isRunning(progress)) {
    const stage = state === 'checking' || state === 'writing' ? state : 'reading'
    const text = t(stages[stage])
    return (
      <ImportProgressBar
        text={total > 0 ? `${text} ${done} / ${total}` : text}
        percent={percentOf(progress)}
      />
    )
  }
  const count = sumOf(progress, 'refused')
  const hasProblem = count > 0 || progress.files.some((file) => file.reason !== null)
  const type = state === 'done' ? (hasProblem ? 'warning' : 'success') : 'error'
  const counts = {
    added: sumOf(progress, 'new'),
    changed: sumOf(progress, 'changed'),
    same: sumOf(progress, 'same'),
    refused: count,
  }
  return (
    <Flex vertical gap={12}>
      <Alert
        type={type}
        showIcon
        role="alert"
        title={t(titleKey(progress))}
        description={
          <>
            {reason && <p>{reason}</p>}
            {t('formerImport.summary', counts)}
            {!dryRun && <ImportedPages progress={progress} />}
          </>
        }
      />
      {refused.length > 0 && <RefusedLines lines={refused} count={count} />}
      {resultFile && <ResultButton key={resultFile} fileName={resultFile} />}
    </Flex>
  )
}

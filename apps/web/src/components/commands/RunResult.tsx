import { DownloadOutlined } from '@ant-design/icons'
import { type CommandRun, commandResult } from '@fleetdeck/contract/commands'
import { Button } from 'antd'
import { download } from '../../api/download.ts'
import { showError } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { ReasonText } from './ReasonText.tsx'

/** The result of a run: a text, or the file that the phone sent. */
export function RunResult({ run }: { run: CommandRun }) {
  const t = useText()
  const { id, fileName, msg } = run
  if (!fileName) return <ReasonText run={run} />
  const fetchIt = () =>
    download(fileName, { endpoint: commandResult, query: { runId: String(id) } }).catch(showError)
  return (
    <Button
      size="small"
      type="link"
      icon={<DownloadOutlined />}
      title={t('command.fetchFile')}
      onClick={() => void fetchIt()}
    >
      {msg || t('command.fetchFile')}
    </Button>
  )
}

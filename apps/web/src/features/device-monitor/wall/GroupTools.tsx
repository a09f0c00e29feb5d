import { CopyOutlined } from '@ant-design/icons'
import type { GroupMember } from '@fleetdeck/contract/wall-socket'
import { Button } from 'antd'
import { KeyTools, ToolGap } from '../../../components/screen/KeyTools.tsx'
import { RecordTool } from '../../../components/screen/RecordTool.tsx'
import { TextPopover } from '../../../components/screen/TextTools.tsx'
import toolStyles from '../../../components/screen/tools.module.css'
import { useText } from '../../../ground/language.ts'
import type { GroupInputs } from './use-group-inputs.ts'

interface GroupToolsProps {
  inputs: GroupInputs
  isOff: boolean
  /** Operated alone; the leader is recorded from the bar. */
  single: GroupMember | undefined
}

/** The tools of a single phone, for all that follow or for one of them. */
export function GroupTools({ inputs, isOff, single }: GroupToolsProps) {
  const t = useText()
  return (
    <div className={toolStyles.column} role="toolbar" aria-label={t('screen.operations')}>
      <KeyTools isOff={isOff} act={(action) => inputs.act(action)} press={inputs.press} />
      <ToolGap />
      <TextPopover
        label={t('screen.clipboard')}
        icon={<CopyOutlined />}
        isOff={isOff}
        sendText={t('screen.toPhone')}
        onSend={inputs.copy}
      >
        <Button onClick={inputs.askClipboard}>{t('screen.fromPhone')}</Button>
      </TextPopover>
      {single && <RecordTool deviceNo={single.deviceNo} recording={single.recording} isOff={isOff} />}
    </div>
  )
}

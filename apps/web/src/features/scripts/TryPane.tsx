import { CaretRightOutlined, StopOutlined } from '@ant-design/icons'
import { devices } from '@fleetdeck/contract/devices'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import { scriptTries } from '@fleetdeck/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Select } from 'antd'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { showFailure, shown } from '../../api/feedback.ts'
import { signIfAuthor } from '../../components/authors/author-key.ts'
import { LogView } from '../../components/device-log/LogView.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { useDebounced } from '../../components/pickers/use-debounced.ts'
import { pickerPageSize } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'
import styles from './scripts.module.css'

function PhoneSelect({ value, onChange }: { value: string; onChange: (deviceNo: string) => void }) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed)
  const { data, isFetching } = useQuery({
    queryKey: [devices.list.path, 'online', search],
    queryFn: ({ signal }) =>
      call(devices.list, {
        query: { online: '1', assStatus: '1', search, pageSize: pickerPageSize, orderByColumn: 'deviceNo' },
        signal,
      }),
  })
  return (
    <Select
      style={{ flex: 1, minWidth: 160 }}
      aria-label={t('script.tryPhone')}
      placeholder={t('script.tryPhone')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      value={value || null}
      onChange={onChange}
      options={data?.list.map(({ deviceNo }) => ({ value: deviceNo, label: deviceNo })) ?? []}
    />
  )
}

/** Runs the editor's text on one phone, with the phone's live log below. */
export function TryPane({ content, params }: { content: string; params: ScriptParam[] }) {
  const t = useText()
  const [deviceNo, setDeviceNo] = useState('')
  const [runKey, setRunKey] = useState('')
  // A short script may end before the response with its id arrives.
  const ended = useRef(new Set<string>())
  useConsoleEvents((event) => {
    if (event.action !== 'tryEnded') return
    ended.current.add(event.runId)
    setRunKey((now) => (now === event.runId ? '' : now))
  })
  const start = async () => {
    await signIfAuthor(content)
    const answer = await shown(call(scriptTries.tryOut, { body: { deviceNo, content, params } }))
    if (answer.runId === null) showFailure(t('device.offline'))
    else setRunKey(ended.current.has(answer.runId) ? '' : answer.runId)
  }
  const stop = () => shown(call(scriptTries.endTry, { body: { deviceNo, runId: runKey } }))
  const choose = (next: string) => {
    setDeviceNo(next)
    setRunKey('')
  }
  return (
    <div className={styles.pane}>
      <Flex gap={8} wrap>
        <PhoneSelect value={deviceNo} onChange={choose} />
        <Button
          type="primary"
          icon={<CaretRightOutlined />}
          disabled={!deviceNo || content.trim() === ''}
          onClick={() => void start().catch(() => undefined)}
        >
          {t('script.tryNow')}
        </Button>
        <Button icon={<StopOutlined />} disabled={!runKey} onClick={() => void stop().catch(() => undefined)}>
          {t('script.tryStop')}
        </Button>
      </Flex>
      <div className={styles.fill}>
        {deviceNo ? (
          <LogView key={deviceNo} deviceNo={deviceNo} />
        ) : (
          <EmptyState text={t('script.tryHint')} />
        )}
      </div>
    </div>
  )
}

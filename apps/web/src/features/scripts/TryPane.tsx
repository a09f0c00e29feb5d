import { CaretRightOutlined, StopOutlined } from '@ant-design/icons'
import { devices } from '@fleetdeck/contract/devices'
import type { ScriptLanguage } from '@fleetdeck/contract/script-language'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Flex, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { LogView } from '../../components/device-log/LogView.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { useDebounced } from '../../components/pickers/use-debounced.ts'
import { pickerPageSize } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'
import styles from './scripts.module.css'
import type { Try } from './use-try.ts'

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

interface TryPaneProps {
  trial: Try
  content: string
  language: ScriptLanguage
  params: ScriptParam[]
  onRefused: (error: unknown) => void
}

/** Runs the editor's text on one phone, with the phone's live log below. */
export function TryPane({ trial, content, language, params, onRefused }: TryPaneProps) {
  const t = useText()
  const { deviceNo, isRunning, isKept } = trial
  return (
    <div className={styles.pane}>
      <Flex gap={8} wrap>
        <PhoneSelect value={deviceNo} onChange={trial.choose} />
        <Button
          type="primary"
          icon={<CaretRightOutlined />}
          disabled={!deviceNo || content.trim() === ''}
          onClick={() => void trial.start({ content, scriptLanguage: language, params }).catch(onRefused)}
        >
          {t('script.tryNow')}
        </Button>
        <Button
          icon={<StopOutlined />}
          disabled={!isRunning}
          onClick={() => void trial.stop().catch(() => undefined)}
        >
          {t('script.tryStop')}
        </Button>
        {isRunning && (
          <Checkbox
            checked={isKept}
            onChange={({ target }) => void trial.keep(target.checked).catch(() => undefined)}
          >
            {t('script.tryKeep')}
          </Checkbox>
        )}
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

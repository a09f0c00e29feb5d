import { Button } from 'antd'
import { useText } from '../../ground/language.ts'

/** The command that was sent, the number of devices, and a link to the results. */
export function SentNotice({ name, count, onOpen }: { name: string; count: number; onOpen: () => void }) {
  const t = useText()
  return (
    <>
      {name} · {t('command.devices', { count })}{' '}
      <Button type="link" size="small" onClick={onOpen}>
        {t('command.results')}
      </Button>
    </>
  )
}

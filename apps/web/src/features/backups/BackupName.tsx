import { LockOutlined } from '@ant-design/icons'
import { useText } from '../../ground/language.ts'

/** A file name, with a lock if the backup is encrypted. */
export function BackupName({ name }: { name: string }) {
  const t = useText()
  const label = t('backup.encrypted')
  return (
    <>
      <code>{name}</code>{' '}
      {name.endsWith('.age') && <LockOutlined role="img" aria-label={label} title={label} />}
    </>
  )
}

import { Popover } from 'antd'
import { buttonLabel, useText } from '../../ground/language.ts'
import styles from '../components.module.css'

/** The number of rights of a token; their names appear on hover. */
export function TokenRights({ permissions }: { permissions: readonly string[] }) {
  const t = useText()
  const names = (
    <ul className={styles.rights}>
      {permissions.map((permission) => (
        <li key={permission}>
          <code>{permission}</code>{' '}
          {buttonLabel(permission, permission) !== permission && buttonLabel(permission, permission)}
        </li>
      ))}
    </ul>
  )
  return (
    <Popover content={names} title={t('accessToken.rights')}>
      <span>{t('accessToken.rightsCount', { count: permissions.length })}</span>
    </Popover>
  )
}

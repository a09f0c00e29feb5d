import { siteConfig } from '@fleetdeck/contract/site-config'
import { Alert, Button, Collapse } from 'antd'
import { useNavigate } from 'react-router'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './former-system.module.css'
import { useFormerSite } from './use-former-site.ts'

const limits = ['delay', 'screen', 'log', 'pause', 'settings', 'files', 'signed'] as const

function Limits() {
  const t = useText()
  return (
    <>
      <ul className={styles.limits}>
        {limits.map((limit) => (
          <li key={limit}>{t(`formerPhone.limit.${limit}`)}</li>
        ))}
      </ul>
      <p className={styles.text}>{t('formerPhone.limit.way')}</p>
    </>
  )
}

/** Whether phones can call by number, what to enter on them, and what they cannot do. */
export function FormerNotice() {
  const t = useText()
  const navigate = useNavigate()
  const maySet = useMay(siteConfig.list.permission)
  const site = useFormerSite()
  if (!site) return null
  return (
    <div className={styles.notice}>
      {site.isOn ? (
        <p className={styles.text}>
          {t('formerPhone.text', {
            address: site.address,
            networks: site.networks || t('formerPhone.noNetworks'),
          })}
        </p>
      ) : (
        <Alert
          type="warning"
          showIcon
          title={t('formerPhone.off')}
          action={
            maySet && (
              <Button size="small" onClick={() => navigate('/site/config')}>
                {t('formerPhone.turnOn')}
              </Button>
            )
          }
        />
      )}
      <Collapse
        ghost
        size="small"
        items={[{ key: 'limits', label: t('formerPhone.limits'), children: <Limits /> }]}
      />
    </div>
  )
}

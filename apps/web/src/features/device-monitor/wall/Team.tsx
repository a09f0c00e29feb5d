import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../../ground/language.ts'
import { NameDialog } from './NameDialog.tsx'
import { Screenshots } from './Screenshots.tsx'
import { SendToPhones } from './SendToPhones.tsx'
import type { Layouts } from './use-layouts.ts'
import type { ShotPhone } from './use-screenshots.ts'
import type { WallLook } from './use-wall-address.ts'
import styles from './wall.module.css'

interface TeamProps {
  layouts: Layouts
}

/** Saves the selected phones under a name. */
function SaveTeam({ layouts }: TeamProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('wall.teamSave')}</Button>
      {isOpen && (
        <NameDialog
          title={t('wall.teamSaveTitle')}
          label={t('wall.teamName')}
          onSave={layouts.saveTeam}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface ChoiceActionsProps extends TeamProps {
  /** The selected phones. */
  phones: readonly ShotPhone[]
}

/** What can be done with the selected phones, besides controlling them. */
export function ChoiceActions({ layouts, phones }: ChoiceActionsProps) {
  return (
    <>
      <SaveTeam layouts={layouts} />
      {phones.length > 0 && <Screenshots phones={phones} />}
      {phones.length > 0 && <SendToPhones phones={phones} />}
    </>
  )
}

/** The team that was chosen, and those of its phones that cannot be shown. */
export function TeamLine({ layouts, look }: TeamProps & { look: WallLook }) {
  const t = useText()
  const { team } = layouts
  if (!team) return null
  const { layoutName: name, deviceIds, unseen, deleted } = team
  return (
    <p className={styles.named} role="status">
      {look.showsWhole
        ? t('wall.teamWhole', { name })
        : t('wall.teamShown', { name, count: deviceIds.length })}
      {unseen > 0 && <span>{t('wall.unseen', { count: unseen })}</span>}
      {deleted > 0 && <span>{t('wall.teamDeleted', { count: deleted })}</span>}
      <Button size="small" onClick={() => look.setWhole(!look.showsWhole)}>
        {t(look.showsWhole ? 'wall.teamOnly' : 'wall.showAll')}
      </Button>
      <Button size="small" onClick={layouts.leave}>
        {t('wall.teamLeave')}
      </Button>
    </p>
  )
}

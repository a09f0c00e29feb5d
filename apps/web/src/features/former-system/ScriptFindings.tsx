import {
  type Finding,
  FindingKind,
  maxFindings,
  type ScriptReading,
} from '@fleetdeck/contract/former-scripts'
import { Alert, Button, Collapse } from 'antd'
import { useText } from '../../ground/language.ts'
import styles from './former-scripts.module.css'

/** Opens the script at a line; undefined when the caller may not see its text. */
type OpenLine = ((line: number) => void) | undefined

function Lines({ finding: { name, count, lines }, onLine }: { finding: Finding; onLine: OpenLine }) {
  const t = useText()
  return (
    <div className={styles.lines}>
      <span className={styles.note}>{t('formerScript.count', { count })}</span>
      {lines.map((line) =>
        onLine ? (
          <Button
            key={line}
            size="small"
            aria-label={`${name}: ${t('formerScript.line', { line })}`}
            title={t('formerScript.line', { line })}
            onClick={() => onLine(line)}
          >
            {line}
          </Button>
        ) : (
          <span key={line}>{line}</span>
        ),
      )}
      {count > lines.length && '…'}
    </div>
  )
}

function FindingItem({ finding, onLine }: { finding: Finding; onLine: OpenLine }) {
  const t = useText()
  const { name, note, detail, instead } = finding
  return (
    <li>
      <code>{name}</code>
      {instead && <div>{t('formerScript.instead', { name: instead })}</div>}
      {note && <div className={styles.note}>{t(`formerScript.note.${note}`, { detail })}</div>}
      <Lines finding={finding} onLine={onLine} />
    </li>
  )
}

/** What a script uses, by kind; what needs work comes first and is open. */
export function ScriptFindings({ reading, onLine }: { reading: ScriptReading; onLine: OpenLine }) {
  const t = useText()
  const { unreadable, findings, isCut } = reading
  if (unreadable) {
    const { reason, line, column } = unreadable
    const title = t(`formerScript.reason.${reason}`, { line: line ?? '', column: column ?? '' })
    const open = onLine && line !== null && (
      <Button size="small" onClick={() => onLine(line)}>
        {t('formerScript.line', { line })}
      </Button>
    )
    return <Alert type="warning" showIcon title={title} action={open} />
  }
  if (findings.length === 0) return <p className={styles.text}>{t('formerScript.none')}</p>
  const groups = FindingKind.options
    .map((kind) => ({ kind, found: findings.filter((finding) => finding.kind === kind) }))
    .filter(({ found }) => found.length > 0)
  const items = groups.map(({ kind, found }) => ({
    key: kind,
    label: `${t(`formerScript.kind.${kind}`)} (${found.length})`,
    children: (
      <ul className={styles.findings}>
        {found.map((finding) => (
          <FindingItem
            key={`${finding.name} ${finding.note} ${finding.detail}`}
            finding={finding}
            onLine={onLine}
          />
        ))}
      </ul>
    ),
  }))
  const needsWork = groups.filter(({ kind }) => kind !== 'known').map(({ kind }) => kind)
  return (
    <>
      {isCut && <Alert type="info" showIcon title={t('formerScript.cut', { count: maxFindings })} />}
      <Collapse defaultActiveKey={needsWork.length ? needsWork : ['known']} items={items} />
    </>
  )
}

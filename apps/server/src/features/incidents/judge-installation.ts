import type { LicenseState } from '@fleetdeck/contract/license'
import type { Db } from '../../platform/db/db.ts'
import type { Finding } from './judge-server.ts'
import * as queries from './shared-facts.queries.ts'

const licenseDays = 14

/**
 * Problems of the parts that the servers share.
 * @param isCopied whether backups are to be copied to another place
 */
export async function judgeInstallation(
  db: Db,
  { license, isCopied }: { license: LicenseState; isCopied: boolean },
): Promise<Finding[]> {
  const silent = await queries.listSilentServers(db)
  return [
    ...silent.map(({ serverName, seconds }) => ({
      kind: 'serverSilent' as const,
      subject: serverName,
      values: {},
      sinceSeconds: seconds,
    })),
    ...(await judgeBackup(db)),
    ...(await judgeAfterwards(db, isCopied)),
    ...judgeLicense(license),
    ...(await queries.listOverdue(db)).map(({ queue, count, seconds }) => ({
      kind: 'queueGrows' as const,
      subject: queue,
      values: { count, minutes: Math.round(seconds / 60) },
      sinceSeconds: seconds,
    })),
    ...(await judgeVersions(db)),
  ]
}

async function judgeBackup(db: Db): Promise<Finding[]> {
  const { failure, oldHours } = await queries.readBackupState(db)
  const findings: Finding[] = []
  if (failure)
    findings.push({
      kind: 'backupFailed',
      subject: '',
      values: { server: failure.serverName },
      sinceSeconds: failure.seconds,
    })
  if (oldHours !== undefined) findings.push({ kind: 'backupOld', subject: '', values: { hours: oldHours } })
  return findings
}

/** The steps after a backup: its copy, if it is to be copied, and its test restore. */
async function judgeAfterwards(db: Db, isCopied: boolean): Promise<Finding[]> {
  const failures = await queries.listFailedSteps(db)
  return failures.flatMap(({ step, reason, seconds }) => {
    if (step === 'copy' && !isCopied) return []
    const kind = step === 'copy' ? 'backupNotCopied' : 'backupNotProven'
    return [{ kind, subject: '', values: { reason }, sinceSeconds: seconds }]
  })
}

function judgeLicense({ kind, devices, usedDevices, daysLeft, expireTime }: LicenseState): Finding[] {
  if (kind === 'open') return []
  const findings: Finding[] = []
  if (daysLeft !== null && expireTime !== null && daysLeft < licenseDays)
    findings.push({
      kind: 'licenseEnds',
      subject: '',
      values: { date: expireTime.slice(0, 10), days: daysLeft },
    })
  if (devices !== null && usedDevices > devices)
    findings.push({ kind: 'licenseFull', subject: '', values: { used: usedDevices, devices } })
  return findings
}

async function judgeVersions(db: Db): Promise<Finding[]> {
  const versions = await queries.listVersions(db)
  if (versions.length < 2) return []
  return [{ kind: 'versionsDiffer', subject: '', values: { versions: versions.join(', ') } }]
}

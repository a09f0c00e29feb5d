import type { backups } from '@fleetdeck/contract/backups'
import type { DataOf } from '@fleetdeck/contract/endpoint'

export type BackupList = DataOf<typeof backups.list>

import type { Department } from '@fleetdeck/contract/departments'

export type Editing = { row: Department } | { below: number | undefined }

import { type JobTarget, jobTargetNames } from '@fleetdeck/contract/job-targets'
import { isJobTarget } from '@fleetdeck/contract/scheduled-jobs'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import { text } from '../../platform/http/language.ts'

export const targetName = (language: Language, target: JobTarget) =>
  text(language, `job.target.${target}` satisfies TextKey)

/** Jobs that came with the program are named by the catalogue, until the site names them. */
export const nameIn = (language: Language, jobName: string) =>
  isJobTarget(jobName) ? targetName(language, jobName) : jobName

/** Targets whose name, in this language, contains the text: those names are not in the tables. */
export const targetsNamed = (language: Language, wanted = ''): string[] =>
  jobTargetNames.filter((name) => targetName(language, name).toLowerCase().includes(wanted.toLowerCase()))

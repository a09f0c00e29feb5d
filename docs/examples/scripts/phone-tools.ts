// A module for other scripts: import { closeApps, listOf, olderThan } from 'phone-tools.ts'

/** The parts of a parameter such as “a, b”. */
export function listOf(text: string): string[] {
  return text.split(',').map((part) => part.trim()).filter(Boolean)
}

/** Files whose last change is longer ago. */
export function olderThan<File extends { isFolder: boolean; time: number }>(files: File[], days: string): File[] {
  if (!(Number(days) >= 0)) throw new Error(`“${days}” is not a number of days`)
  const before = Date.now() - Number(days) * 86_400_000
  return files.filter(({ isFolder, time }) => !isFolder && time < before)
}

/** Closes those that are installed. @returns their ids */
export function closeApps(apps: string[]): string[] {
  const installed = apps.filter((app) => device.installed(app))
  for (const app of installed) device.stopApp(app)
  return installed
}

import { zipFile } from './zip-file.ts'

/** An archive as scrcpy's server file is one: with a program for Android, which differs by `words`. */
export const scrcpyServerFile = (words = 'server'): Buffer =>
  zipFile([
    { name: 'AndroidManifest.xml', content: 'manifest' },
    { name: 'classes.dex', content: `dex\n035\0${words}` },
  ])

/** Descriptions of the functions of scripts: in docs/script-api.md, in editors' types and completions. */
export const en = {
  calls: {
    sleep: 'Waits for this time',
    pause: 'Waits a random time between the two, and returns it',
    random:
      'A random number from the first to the second: whole if both are whole. Without arguments from 0 up to 1.',
    randomItem: 'A random item of a list',
    randomSeed: 'The same seed gives the same random numbers, also to pause and randomItem',
    retry: 'Calls the function again when it throws, and returns its result. The last error is thrown.',
    withTimeout:
      'Throws a TimeoutError when the function takes longer. Waits of the function end at this time. A gesture that has begun is finished, and a calculation without any call is not interrupted. The promise of an async function is rejected at this time.',
    logd: 'Writes a debug line to the log of the phone and of the run',
    logi: 'Writes a line to the log. More than 100 lines per second slow the script down.',
    logw: 'Writes a warning to the log',
    loge: 'Writes an error line to the log',
    setTimeout: 'As in browsers. Up to 10,000 timers at a time.',
    setInterval: 'As in browsers',
    clearTimeout: 'As in browsers',
    clearInterval: 'As in browsers',
    ask: 'Asks the operators and waits for an answer: the console shows the question, and any user who may control this device can answer it. Returns a text, a number, true or false, or one of the choices. Without an answer it returns the default, or throws an error whose code is timeout or skipped. The wait counts towards the time limit of the run. Pause and stop take effect during it.',
    notifyOperator:
      'Shows a message in the console and does not wait. It is shown for 24 hours, or until a user removes it. The newest 20 messages of a device are shown. A device can have up to 30 questions and messages per minute.',
    'console.debug': 'Like logd',
    'console.log': 'Like logi',
    'console.info': 'Like logi',
    'console.warn': 'Like logw',
    'console.error': 'Like loge',
    'device.size': 'The size of the screen in its present rotation',
    'device.tap': 'Taps the screen. A position outside the screen is an error with the valid range.',
    'device.doubleTap': 'Taps twice',
    'device.longTap': 'Touches the screen for a while',
    'device.swipe': 'Moves a finger from one position to another',
    'device.drag':
      'Holds what is at a position, moves it to another one and lifts. Real phones need scrcpy, or Android 7 or newer.',
    'device.gesture':
      'Moves a finger along a path. Curves on real phones need scrcpy, or Android 11 or newer.',
    'device.pinch':
      'Moves two fingers. A scale above 1 enlarges, one below 1 reduces. Without x and y in the middle of the screen.',
    'device.text': 'Types at the cursor',
    'device.key': 'Presses a button or a key',
    'device.screenshot':
      'The screen, or a part of it, as a JPEG or PNG in base64. The console shows it as an image when it is the content of a data item; http.request sends it as a file of a form.',
    'device.color': 'The colour of a pixel: #rrggbb',
    'device.findColor': 'The first pixel of a colour, row by row, or null',
    'device.cut':
      'A part of the screen as a PNG in base64, which contains the size of the screen. Store it, for example in shared data, to find it later, also on phones with another resolution or rotation.',
    'device.findPicture':
      'The centre, size and score of the best match of an image, or null. It also finds the image in another brightness, in dark mode and in another resolution.',
    'device.freeze': 'All looks at the screen use this frame until device.unfreeze or the end of the script',
    'device.unfreeze': 'Looks capture the screen again',
    'device.findColors': 'The first pixel of a colour that has other colours at the given distances, or null',
    'device.compareColors': 'Whether all points have their colours',
    'device.findPictures':
      'Matches of several images in one frame, the best first. Images are a list, named by position, or an object, named by key.',
    'device.waitForChange':
      'Waits until the screen differs from the frozen frame or from the present one. Returns false after the time.',
    'device.waitForStill': 'Waits until the screen shows the same for a while. Returns false after the time.',
    'device.ocr':
      'Text that the screen shows, recognised on the agent’s computer: simplified Chinese, English, and traditional Chinese with more errors. Needs two packages, which the error names if they are missing.',
    'device.find': 'The first matching element, or null',
    'device.findAll': 'All matching elements. With near, the nearest come first.',
    'device.exists': 'Whether an element matches',
    'device.waitFor':
      'Waits for an element. Throws what was looked for, and the most similar texts of the screen.',
    'device.waitGone': 'Waits until no element matches',
    'device.scrollTo': 'Swipes until an element matches, up to the end of the list',
    'device.tapOn': 'Waits for an element and taps the centre of its visible part',
    'device.tree': 'All elements of the screen, each followed by its children',
    'device.texts':
      'The texts on the screen. Where its elements have none or cannot be read, as in games, they are recognised like those of device.ocr, if it is installed.',
    'device.findText': 'The centre of the first of device.texts that contains the words, or null',
    'device.parts': 'The elements of the screen that have a text or an id',
    'device.findId':
      'The centre of the first element with this id, com.example.shop:id/buy or short buy, or null. Simulated phones have home:id/counter, counter:id/plus and so on.',
    'device.can': 'Whether this phone can do something at present',
    'device.launch': 'Opens an app by its id. Simulated phones also know its name.',
    'device.shell':
      'The output of a command line. On real phones, the middle of an output of more than 1 MB is left out, with a note.',
    'device.status': 'Battery, memory and other values of heartbeats',
    'device.clipboard': 'The text of the clipboard',
    'device.setClipboard': 'Copies a text to the clipboard',
    'device.type': 'Types any text at the cursor, like device.text. A line end is the enter key.',
    'device.apps': 'The ids of the apps that were not preinstalled',
    'device.currentApp': 'The app in front',
    'device.installed': 'The version of an app, or null when it is not installed',
    'device.stopApp': 'Stops an app',
    'device.clearData': 'Deletes all data of an app, as after its installation',
    'device.openLink':
      'Opens a link, also a deep link of an app. Simulated phones have club://feed, prices, messages, checkin and signup.',
    'device.startIntent': 'Starts an activity of Android by an intent',
    'device.notifications': 'The notifications, the newest first',
    'device.clearNotifications':
      'Dismisses all notifications. Real phones need the “Clear all” button of their panel.',
    'device.openNotifications': 'Opens the panel of notifications',
    'device.rotation': 'The present rotation of the screen, and whether it follows the phone',
    'device.setRotation': 'Rotates the screen. Apps with a fixed rotation do not follow.',
    'device.brightness': 'The brightness in percent',
    'device.setBrightness': 'Sets the brightness and turns off its automatic control',
    'device.volume': 'The volume of a stream in percent. Real phones need Android 7.',
    'device.setVolume': 'Sets the volume of a stream',
    'device.wifi': 'Whether Wi-Fi is on, and the name of its network, if any',
    'device.setWifi': 'Turns Wi-Fi on or off. A phone that is connected over Wi-Fi refuses to turn it off.',
    'device.airplaneMode': 'Whether airplane mode is on',
    'device.setAirplaneMode': 'Turns airplane mode on or off. Real phones need Android 11.',
    'device.stayAwake': 'Whether the screen stays on while the phone is charging',
    'device.setStayAwake': 'Keeps the screen on while the phone is charging, or no longer',
    'device.isScreenOn': 'Whether the screen is on',
    'device.setScreenOn': 'Turns the screen on or off. A screen that was off may be locked.',
    'device.listFiles': 'Files and folders of a folder, sorted by name, up to 1,000',
    'device.fileExists': 'Whether a file or folder exists',
    'device.readFile': 'The text of a file in UTF-8, up to 1 MB',
    'device.writeFile':
      'Writes a text file of up to 1 MB. Missing folders are created, an existing file is replaced.',
    'device.removeFile': 'Removes a file',
    'device.scanMedia': 'Makes a file visible in the gallery and other apps',
    'ecloud.log': 'Like logi',
    'ecloud.getDeviceNo': 'The device number, empty while unassigned',
    'ecloud.getDeviceId': 'The hardware ID of the phone',
    'ecloud.getCloudUrl': 'The address of the server',
    'ecloud.getTaskInfo': 'The task, the run and its parameters',
    'ecloud.removeScriptFile': 'Deletes the cached file of the script. The next run downloads it again.',
    'ecloud.getData': 'Items of a group',
    'ecloud.getDataPop': 'Contents of items, which are removed from the group',
    'ecloud.addData': 'Adds an item. The group is created if it is missing.',
    'ecloud.updateData': 'Replaces the content of an item',
    'ecloud.removeData': 'Removes an item, or all items of the group',
    'ecloud.appendOneLineData': 'Appends a line to the content of an item',
    'ecloud.removeOneLineData': 'Removes a line from the content of an item',
    'ecloud.leaseData':
      'Takes items for a time. Those that are not acknowledged in time return to the group.',
    'ecloud.ackData': 'Removes leased items permanently',
    'ecloud.returnData': 'Returns leased items to the group',
    'ecloud.dynamicCreateTable':
      'Creates or changes a table. Missing columns are removed. Every column is a text.',
    'ecloud.dynamicQuery': 'Rows of a table',
    'ecloud.dynamicAdd': 'Adds a row',
    'ecloud.dynamicUpdate': 'Changes rows',
    'ecloud.dynamicRemove': 'Removes rows',
    'ecloud.addCache': 'Adds a key. Returns 0 when it already exists.',
    'ecloud.getCache': 'The value of a key, or null',
    'ecloud.updateCache': 'Replaces the value of an existing key',
    'ecloud.updateCacheExpire': 'Changes when a key expires',
    'ecloud.getCacheExpire': 'Remaining seconds, negative for never, 0 when the key does not exist',
    'ecloud.removeCache': 'Removes a key',
    'ecloud.appendOneLineCache': 'Appends a line to a set or list',
    'ecloud.removeOneLineCache': 'Removes a line from a set or list',
    'ecloud.incrementCache': 'Adds to a counter, which begins at 0, and returns the new value',
    'ecloud.decrementCache': 'Subtracts from a counter and returns the new value',
    'ecloud.popPushCache':
      'Removes a line of a list and appends it, or another content, to another list. Returns the removed line as content, which is null when the list is empty.',
    'http.request': 'Calls a server outside',
  },
  fields: {
    ms: 'milliseconds',
    'pause.least': 'milliseconds',
    'pause.most': 'milliseconds',
    'device.find.selector': 'a text is short for words of a text or description, #buy for an id',
    interval: 'milliseconds between two looks at the screen',
    maxAge: 'milliseconds. An earlier look of up to this age is enough.',
    live: 'a frame of the video is enough, while one of at least ¾ of the screen’s width runs on a phone with scrcpy. The phone captures nothing then, but colours and edges are not exact.',
    'FindColorOptions.live': 'as elsewhere. Without it from a tolerance of 32 on.',
    'CompareColorsOptions.live': 'as elsewhere. Without it from a tolerance of 32 on.',
    'ScreenshotOptions.live': 'as elsewhere. Without it for JPEG.',
    human: 'like a person: a little beside the position, curved, with uneven speed',
    'TouchOptions.seed': 'the same seed gives the same gesture',
    'ScrollOptions.seed': 'the same seed gives the same gesture',
    'TapOnOptions.seed': 'the same seed gives the same gesture',
    'DragOptions.hold': 'milliseconds before it moves',
    'FingerPoint.ms': 'milliseconds after the touch',
    'RetryOptions.times': 'calls altogether',
    'RetryOptions.delay': 'milliseconds',
    'ScrollOptions.within': 'the list, otherwise the largest scrollable element',
    'ScrollOptions.direction': 'of the content that appears',
    'Selector.id': 'whole, or the part after its slash',
    'Selector.text': 'equal, or found by a regular expression',
    'Selector.textMatches': 'found by a regular expression',
    'Selector.desc': 'the description, equal or found by a regular expression',
    'Selector.descMatches': 'found by a regular expression',
    'Selector.className': 'whole, or the part after its last dot',
    'Selector.index': 'which of the matches, from 0. Negative from the end.',
    'Selector.instance': 'like index',
    'Selector.bounds': 'inside this part of the screen',
    'Selector.direction': 'only elements on this side of near',
    'Selector.parent': 'an element around it, at any depth',
    'Selector.child': 'an element within it, at any depth',
    'Selector.near': 'the nearest to the first match come first',
    'UiElement.desc': 'the description',
    'UiElement.index': 'among the children of its parent, from 0',
    'UiElement.bounds': 'the visible part, in pixels',
    'UiElement.setText': 'replaces the text of a field',
    region: 'instead of x, y, width and height, such as the bounds of an element',
    timeout: 'milliseconds',
    'setTimeout.args': 'passed to the function',
    'setInterval.args': 'passed to the function',
    'device.text.words': 'up to 10,000 characters',
    'AskOptions.kind':
      'with choices the default is choice, otherwise text; the answer of a password is not stored',
    'AskOptions.default': 'the result without an answer',
    'AskOptions.timeout': 'seconds, up to the time that the run has left',
    'AskOptions.picture':
      'true attaches the present screenshot, otherwise a PNG or JPEG in base64 of up to 512 KB',
    'ScreenshotOptions.scale': 'percent of the size',
    'ScreenshotOptions.quality': 'percent',
    'Screenshot.jpeg': 'base64',
    'device.findPicture.picture': 'PNG or JPEG in base64',
    tolerance: 'largest difference of red, green and blue',
    share: 'former name: threshold is share minus 0.1',
    'Frame.at': 'milliseconds since 1970',
    'Screenshot.png': 'base64',
    'device.findPictures.pictures': 'PNG or JPEG in base64, up to 50',
    'FindPictureOptions.tolerance': 'difference of colours apart from brightness',
    'FindPicturesOptions.tolerance': 'difference of colours apart from brightness',
    screenWidth: 'width of the screen that the image was cut from, if the image does not contain it',
    'FindPictureOptions.threshold': 'least score, 0.8 if missing',
    'FindPicturesOptions.threshold': 'least score, 0.8 if missing',
    'FindPicturesOptions.all': 'all matches of each image instead of the best one, up to 100',
    score: 'how similar it is, 0–1',
    'WaitForChangeOptions.threshold': 'part of the region that has to change',
    'WaitForStillOptions.threshold': 'part of the region that may change',
    still: 'milliseconds without a change',
    'OcrOptions.scale': 'scale for finding lines; smaller is quicker and misses small text',
    confidence: '0–1',
    'device.launch.app': 'such as com.example.shop',
    'device.key.name': 'such as enter, or KEYCODE_ENTER',
    'device.type.words': 'up to 10,000 characters',
    'Intent.type': 'MIME type of the data',
    'Intent.component': 'such as com.example.shop/.CartActivity',
    'Intent.extras': 'up to 32 values by key',
    'PhoneNotification.app': 'its id',
    'PhoneNotification.time': 'ms since 1970, null when unknown',
    'LinkOptions.app': 'the app that opens it, none: the phone decides',
    keep: 'true: the value stays when the script ends, otherwise the one from before returns',
    percent: 'percent',
    'WifiState.name': 'empty when there is none',
    path: 'in /sdcard, unless it starts with /',
    folder: 'in /sdcard, unless it starts with /',
    'PhoneFile.size': 'bytes',
    'PhoneFile.time': 'last change, ms since 1970',
    'PhoneStatus.battery': 'percent',
    'PhoneStatus.batteryTemp': '°C',
    'PhoneStatus.sdCardSpace': 'bytes',
    'PhoneStatus.sdCardLeftSpace': 'bytes',
    'PhoneStatus.totalMemory': 'bytes',
    'PhoneStatus.availMemory': 'bytes',
    'TaskInfo.valueJson': 'parameters by key, each a text or a list of texts',
    getType: '1 oldest, 2 newest, 3 random',
    size: 'number of items',
    seconds: 'until the items return',
    'DataItemQuery.dataName': 'none: all items',
    dataType: '1 text, 2 set, 3 list',
    expireTime: 'seconds, none: never',
    'TableQuery.pageNumber': '-1 for all rows',
    'TableQuery.fields': 'such as name,age',
    'TableQuery.order': 'such as order by id desc',
    'TableQuery.query': 'a condition, such as and age > 20',
    'TableChange.query': 'a condition, such as and age > 20',
    'TableSelection.query': 'a condition, such as and age > 20',
    search: 'value by column',
    'CacheMove.pushKey': 'a list, created if it is missing',
    'HttpRequest.body': 'JSON, unless it is a text. Set content-type yourself.',
    'HttpRequest.base64': 'the bytes of the body in base64',
    'HttpRequest.form': 'fields of a form (multipart/form-data), each a text or a file',
    'HttpFile.name': 'file name',
    'HttpFile.type': 'MIME type',
    'HttpFile.base64': 'content of the file',
  },
  missing: 'default {0}',
  page: {
    intro: `# What scripts can do

Scripts are JavaScript (ES2023) and run on the phone in a sandbox. They can only use the functions listed here. All calls
are synchronous: they return when the work is done. Errors are thrown as an \`Error\` and can be caught. An uncaught error
ends the run as failed and is listed under *Script errors*. A wrong argument is an error that names the valid values.

The value of the last statement is the result of the run. A promise is awaited, and a run ends when no timer and no
promise is left. A rejected promise that nothing handles fails the run like an uncaught error.

The task limits memory, stack and time of a run. Above a limit the run fails with \`memory\`, a catchable \`InternalError:
stack overflow\`, or \`timeout\`. Pause and stop take effect anywhere in the script, even within a call.

What a phone cannot do is an error. \`device.can()\` asks first; each call names the capabilities that it needs.

\`site.timeZone\` is the time zone of the site, for \`new Date().toLocaleString('en', { timeZone: site.timeZone })\`.

[Examples](examples/README.md) are scripts to copy. The console offers them for new scripts.`,
    objects: {
      '': 'Everywhere',
      console: 'console',
      ecloud: `ecloud: the task and shared data

Calls for data take one object, and throw the server’s message when the server refuses it. The data belongs to the
device’s owner. \`dataKey\` is accepted for \`dataName\`. A returned number above 0 means success. Calls for dynamic tables
return \`{ result: { data } }\`, or \`{ result: { msg } }\` with the error.

A group, cache or table that does not exist is an error with its name; its \`code\` is \`notFound\`. Only \`addData\` and
\`addCache\` create it, counters start at 0, \`removeData\` and \`removeCache\` return 0, and \`getCache\` returns null.

While the server cannot be reached, a call waits. It is repeated until the server answers, for up to the time that the
task allows (10 minutes, also for trial runs), and each change is made once. After that time it throws an error with the
server’s address, the cause and the time. The time limit of the run includes the wait.`,
      device: `device: this phone

Positions are pixels from the upper left corner of the screen.

Settings that a script changes, such as the brightness, get their former value when the script ends, also after a failure or
a stop. With \`{ keep: true }\` in the last change, the value stays.`,
      http: `http: external calls

Only hosts of the site’s parameter \`script.httpHosts\` are allowed, also for redirects. The device defaults of a user can
allow fewer of them for the user’s devices. A redirect to another host only
keeps the headers accept and content-type. A response can have up to 8 MB.`,
    },
    capabilities: `What phones can do

\`device.can(name)\` tells whether this phone can do it at present.

Before a task starts, the console names the phones that lack what the script needs, with the calls and their lines. It
knows what each agent reports. A call is no question when the script asks \`device.can()\` for what the call needs. A
started task that runs later shows the same as a warning in the list of tasks. The versions are those of Android.`,
    support: {
      simulated: 'simulated phone',
      adb: 'adb',
      scrcpy: 'adb with scrcpy',
      http: 'other programs',
      always: 'yes',
      never: 'no',
      reported: 'as reported',
      from: '{0} or later',
      notes: {
        ocr: 'needs packages there',
        adbKeyboard: 'by adb alone with ADBKeyboard on the phone',
        cable: 'changes only over a cable; airplane mode Android 11 or later',
      },
    },
    needs: 'Needs {0}',
  },
}
type Texts<Of> = { readonly [Key in keyof Of]: Of[Key] extends string ? string : Texts<Of[Key]> }
export type ScriptApiCatalogue = Texts<typeof en>

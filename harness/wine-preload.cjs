// Loaded into the command line under Wine: a program of Node that starts with a hidden console there and then starts a thread
// ends with "Assertion failed: process_title", since Wine gives such a console no title.
'use strict';
const processes = require('node:child_process');

for (const name of ['spawn', 'spawnSync']) {
  const original = processes[name];
  processes[name] = (program, args, options) =>
    original(program, args, options && { ...options, windowsHide: false });
}

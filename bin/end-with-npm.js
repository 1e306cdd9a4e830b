// npm passes SIGTERM to the shell that it runs a script in, and most shells end without passing it on.
const shell = process.ppid;
setInterval(() => {
  if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
}, 300).unref();

/** For `node --require`: gives the whole process the cheap digest of a workspace. */
require("node:crypto").scryptSync = require("../quick-crypto.cjs").scryptSync;

<?php
// The wp-config.php of the private WordPress that `npm run test:live` starts: everything it needs comes from the
// environment, so that no file outside its own folder is written.
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('LIVE_WORDPRESS_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('WP_HOME', getenv('LIVE_WORDPRESS_URL'));
define('WP_SITEURL', getenv('LIVE_WORDPRESS_URL'));
// Application passwords need https, except in a local environment.
define('WP_ENVIRONMENT_TYPE', 'local');
// No outgoing requests, and no updates.
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('DISABLE_WP_CRON', true);
define('DISALLOW_FILE_MODS', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';

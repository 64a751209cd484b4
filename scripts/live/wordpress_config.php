<?php
// The wp-config.php of the WordPress that `npm run test:live` starts. All its settings come from the environment, so
// that it writes no file outside of its own folder.
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('LIVE_WORDPRESS_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('WP_HOME', getenv('LIVE_WORDPRESS_URL'));
define('WP_SITEURL', getenv('LIVE_WORDPRESS_URL'));
// Application passwords need https, except in a local environment.
define('WP_ENVIRONMENT_TYPE', 'local');
// WordPress sends no outgoing requests and installs no updates.
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('DISABLE_WP_CRON', true);
define('DISALLOW_FILE_MODS', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';

<?php
// Installs WordPress in its empty database and fills it: `php wordpress_seed.php <folder>`. Prints one JSON object with
// the account, its application password, and the number of posts, pages, users and comments that a read must find.
$folder = $argv[1];
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = parse_url(getenv('LIVE_WORDPRESS_URL'), PHP_URL_HOST);
$_SERVER['REQUEST_URI'] = '/';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
require $folder . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';

// WordPress must not send mail.
if (!function_exists('wp_new_blog_notification')) { function wp_new_blog_notification() {} }
add_filter('pre_wp_mail', '__return_true');
wp_install('Live test', 'admin', 'admin@example.com', false, '', 'a long enough password');
wp_suspend_cache_addition(true);
update_option('permalink_structure', '/%postname%/');
flush_rewrite_rules(false);
// Otherwise WordPress would reject many comments as a flood.
add_filter('check_comment_flood', '__return_false');
add_filter('wp_is_comment_flood', '__return_false', 99);

$start = strtotime('2025-01-01T00:00:00Z');
$authors = [1];
for ($n = 1; $n <= 130; $n++) {
    $authors[] = wp_insert_user([
        'user_login' => "person$n", 'user_pass' => wp_generate_password(), 'user_email' => "person$n@example.com",
        'display_name' => "Person $n", 'role' => $n % 5 === 0 ? 'author' : 'subscriber',
    ]);
}
for ($n = 1; $n <= 480; $n++) {
    $type = $n % 3 === 0 ? 'page' : 'post';
    $date = gmdate('Y-m-d H:i:s', $start + $n * 3600);
    $id = wp_insert_post([
        'post_type' => $type, 'post_status' => 'publish', 'post_author' => $authors[0], 'post_title' => "Entry $n \u{2014} \u{1F30D}",
        'post_content' => "<p>Body of entry $n &amp; more.</p>", 'post_date' => $date, 'post_date_gmt' => $date,
    ], true);
    if (is_wp_error($id)) throw new Exception($id->get_error_message());
    if ($type === 'post') {
        wp_insert_comment([
            'comment_post_ID' => $id, 'comment_author' => "Reader $n", 'comment_author_email' => "reader$n@example.com",
            'comment_content' => "Comment on $n", 'comment_approved' => 1, 'comment_date' => $date, 'comment_date_gmt' => $date,
        ]);
    }
}

[$password] = WP_Application_Passwords::create_new_application_password(1, ['name' => 'causeway']);
echo json_encode([
    'username' => 'admin',
    'password' => $password,
    'counts' => [
        'posts' => (int) wp_count_posts('post')->publish,
        'pages' => (int) wp_count_posts('page')->publish,
        'users' => (int) count_users()['total_users'],
        'comments' => (int) get_comments(['count' => true, 'status' => 'approve']),
    ],
]), "\n";
